// The prompt as buttons and check boxes, a group for each form. An action is sent only by a button that
// names it.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Form, Message, Prompt } from '#made/proto';
import { isWhole } from '../prompt/choosing';
import { chooseWord, composeAction, startChoice, togglePick, type Choice } from '../prompt/forms';
import type { Table } from '../table/table';
import { find, sentence, t } from '../words/language';
import { setHold, togglePreset } from '../common/presets';
import { connection, sayRefusal } from '../common/state';
import { actionLabel, wordLabel } from '../common/names';

type Props = { table: Table; prompt: Prompt; game: string; names: string[]; reader: number };

/** The certain consequences of an action, as the server tells them. */
function Consequences(props: {
  table: Table;
  prompt: Prompt;
  action: string;
  names: string[];
  reader: number;
}) {
  const [says, setSays] = useState<Message[]>([]);
  useEffect(() => {
    let isWanted = true;
    setSays([]);
    connection.value?.request({ t: 'tell', table: props.table.table, action: props.action }).then(
      (done) => isWanted && setSays(done.says ?? []),
      () => {},
    );
    return () => void (isWanted = false);
  }, [props.action, props.prompt.ask]);
  const { names, reader } = props;
  return <span class="tell">{says.map((one) => sentence(one, { names, reader })).join(' ')}</span>;
}

/** The text of the card that a form names. */
function CardText(props: { game: string; say: string; names: string[]; reader: number }) {
  const card = props.say.split(' ')[1];
  const key = `${props.game}.text.${card}`;
  if (!card || !find(key)) return null;
  return (
    <span class="tell">
      {sentence(
        { key, args: { seat: props.reader, seats: [] } },
        { names: props.names, reader: props.reader },
      )}
    </span>
  );
}

function WholeForm(props: Props & { form: Form; send(action: string): void; isBusy: boolean }) {
  const { form } = props;
  return (
    <div class="form">
      <button disabled={props.isBusy} onClick={() => props.send(form.say)}>
        {actionLabel(props.game, form.say, props.names, props.reader)}
      </button>{' '}
      <CardText game={props.game} say={form.say} names={props.names} reader={props.reader} />{' '}
      <Consequences
        table={props.table}
        prompt={props.prompt}
        action={form.say}
        names={props.names}
        reader={props.reader}
      />
    </div>
  );
}

function PickForm(props: Props & { form: Form; index: number; send(action: string): void; isBusy: boolean }) {
  const { form } = props;
  const [choice, setChoice] = useState<Choice>(() => startChoice(form));
  const action = composeAction(form, choice);
  const { game, names, reader } = props;
  const verb = form.say.split(' ')[0] ?? '';
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (action) props.send(action);
      }}
    >
      <fieldset>
        <legend>
          {actionLabel(game, form.say, names, reader)}{' '}
          {form.pick && t('page.pick', { from: form.min ?? 0, upto: form.max ?? form.pick.length })}
        </legend>
        <CardText game={game} say={form.say} names={names} reader={reader} />
        {form.pick?.map((word, place) => (
          <label key={place}>
            <input
              type="checkbox"
              checked={choice.pick.includes(place)}
              onChange={() => setChoice(togglePick(form, choice, place))}
            />{' '}
            {wordLabel(game, verb, word, names, reader)}
          </label>
        ))}
        {form.one?.map((words, list) => (
          <div key={list} role="radiogroup" aria-label={t('page.choice', { number: list + 1 })}>
            {words.map((word) => (
              <label key={word}>
                <input
                  type="radio"
                  name={`${props.index}-${list}`}
                  checked={choice.one[list] === word}
                  onChange={() => setChoice(chooseWord(choice, list, word))}
                />{' '}
                {wordLabel(game, verb, word, names, reader)}
              </label>
            ))}
          </div>
        ))}
        <p>
          <button class="main" disabled={!action || props.isBusy}>
            {action ? actionLabel(game, action, names, reader) : t('page.choose_first')}
          </button>{' '}
          {action && (
            <Consequences
              table={props.table}
              prompt={props.prompt}
              action={action}
              names={names}
              reader={reader}
            />
          )}
        </p>
      </fieldset>
    </form>
  );
}

export function PromptForms(props: Props) {
  const { table, prompt } = props;
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState('');
  useEffect(() => {
    setBusy(false);
    setRefused('');
  }, [prompt.ask]);
  const wasBusy = useRef(false);
  useEffect(() => {
    // The pressed button is disabled, and what is said instead goes away when the answer is refused.
    if (isBusy !== wasBusy.current && document.activeElement?.matches('body, :disabled'))
      document.getElementById(isBusy ? 'sent' : 'task')?.focus({ preventScroll: true });
    wasBusy.current = isBusy;
  }, [isBusy]);
  const send = (action: string): void => {
    setBusy(true);
    setRefused('');
    connection.value
      ?.request({ t: 'act', table: table.table, ask: prompt.ask, action })
      .catch((error: unknown) => {
        setBusy(false);
        setRefused(sayRefusal(error));
      });
  };
  return (
    <section aria-labelledby="task" class="prompt">
      <h2 id="task" tabIndex={-1}>{sentence(prompt.task, { names: props.names, reader: props.reader })}</h2>
      <p role="alert">{refused}</p>
      {prompt.forms.map((form, index) =>
        isWhole(form) ? (
          <WholeForm key={`${prompt.ask} ${index}`} {...props} form={form} send={send} isBusy={isBusy} />
        ) : (
          <PickForm
            key={`${prompt.ask} ${index}`}
            {...props}
            form={form}
            index={index}
            send={send}
            isBusy={isBusy}
          />
        ),
      )}
      {isBusy && <p id="sent" tabIndex={-1}>{t('page.sent')}</p>}
    </section>
  );
}

/** Presets: questions that the server answers with a pass for this seat. */
export function Presets(props: { table: Table; game: string; presets: string[] }) {
  const chosen = props.table.presets.value ?? [];
  if (!props.presets.length || props.table.seat.value === null) return null;
  return (
    <details>
      <summary>{t('page.presets', { count: chosen.length })}</summary>
      {props.presets.map((key) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={chosen.includes(key)}
            onChange={() => void togglePreset(props.table, key)}
          />{' '}
          {find(`${props.game}.preset.${key}`) ?? key}
        </label>
      ))}
      <label>
        <input
          type="checkbox"
          checked={props.table.hold.value}
          onChange={(event) => void setHold(props.table, event.currentTarget.checked)}
        />{' '}
        {t('page.hold')}
      </label>
    </details>
  );
}
