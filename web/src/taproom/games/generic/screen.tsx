// The screen for games without one of their own: the view in sentences, the forms as lists of words.
import { describe } from '../../../plain/games/describe';
import { nextWords } from '../../../prompt/choosing';
import { actionLabel, wordLabel } from '../../../common/names';
import { t } from '../../../words/language';
import type { At, Screen } from '../screen';

function Sentences(props: { at: At }) {
  const { at } = props;
  const parts = describe(at.game, at.view, at.kit, at.names, at.reader);
  return (
    <div class="sentences paper">
      {parts.map((part, i) => (
        <section key={i}>
          {part.title && <h2>{part.title}</h2>}
          <ul>{part.lines.map((line, j) => <li key={j}>{line}</li>)}</ul>
        </section>
      ))}
    </div>
  );
}

/** Verbs first, then the words that can follow, as toggle buttons. */
function Words(props: { at: At }) {
  const { at } = props;
  const prompt = at.prompt;
  if (!prompt) return null;
  const verbs = [
    ...new Set(
      prompt.forms
        .filter((form) => form.pick || form.one?.length || form.say.includes(' '))
        .map((form) => form.say.split(' ')[0] ?? ''),
    ),
  ];
  const verb = at.words[0] ?? (verbs.length === 1 ? verbs[0] : undefined);
  const things = verb
    ? [
        ...new Set([
          ...at.words.slice(1),
          ...nextWords(prompt, at.words.length ? at.words : [verb]),
          ...nextWords(prompt, [verb]),
        ]),
      ]
    : [];
  return (
    <div class="word-buttons" role="group" aria-label={t('page.hand')}>
      {verb
        ? things.map((word) => (
            <button
              key={word}
              class="plank"
              aria-pressed={at.isChosen(word)}
              disabled={!at.isChosen(word) && !at.lit(verb, word)}
              onClick={() => at.choose(verb, word)}
            >
              {wordLabel(at.game, verb, word, at.names, at.reader)}
            </button>
          ))
        : verbs.map((one) => (
            <button key={one} class="plank" onClick={() => at.begin(one)}>
              {actionLabel(at.game, one, at.names, at.reader)}
            </button>
          ))}
    </div>
  );
}

export const generic: Screen = {
  Stage: Sentences,
  Hand: Words,
  hasHand: (at) =>
    Boolean(at.prompt?.forms.some((form) => form.pick || form.one?.length || form.say.includes(' '))),
};
