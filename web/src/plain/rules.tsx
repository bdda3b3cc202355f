// The rules of a game, from the same text as in the terminal.
import { gameTitle } from '../common/names';
import { rulesOf, t } from '../words/language';
import { Markdown } from '../words/markdown';

export function Rules(props: { game: string }) {
  return (
    <article>
      <h1>{t('page.rules_of', { word: gameTitle(props.game) })}</h1>
      <Markdown text={rulesOf(props.game)} />
    </article>
  );
}
