// "Zufall nachprüfen": the server draws all chance of the match again, and the result is shown in words.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { sayRefusal } from '../../common/state';
import { http, type Proof } from '../../wire/http';
import { t } from '../../words/language';
import { Icon } from '../ink/icons';
import { Paper } from '../parts/parts';
import { Modal } from '../parts/modal';

export type Verdict = { isFair: boolean; lines: string[] };

/** The lines of a proof; the first is the verdict. `published` is the hash that was shown
 * before the match. */
export function verdictOf(proof: Proof, published: string): Verdict {
  const isKept = proof.commitment === published;
  const isFair = isKept && proof.misfit === null;
  const unproved = proof.scripted + proof.sessions + proof.elsewhere;
  const lines = [t(!isFair ? 'page.dice.unfair' : unproved ? 'page.dice.nothing_against' : 'page.dice.fair')];
  lines.push(t(isKept ? 'page.dice.kept' : 'page.dice.not_kept'));
  if (proof.misfit)
    lines.push(
      t('page.dice.misfit', {
        number: proof.misfit.entry,
        claimed: proof.misfit.claimed,
        expected: proof.misfit.expected,
      }),
    );
  if (proof.drawn) lines.push(t('page.dice.drawn', { count: proof.drawn }));
  if (proof.elsewhere) lines.push(t('page.dice.elsewhere', { count: proof.elsewhere }));
  if (proof.sessions) lines.push(t('page.dice.sessions', { count: proof.sessions }));
  if (proof.scripted) lines.push(t('page.dice.scripted', { count: proof.scripted }));
  return { isFair, lines };
}

type State =
  { is: 'shut' } | { is: 'asking' } | { is: 'said'; verdict: Verdict } | { is: 'refused'; why: string };

export function Dice(props: { table: string; info: Info }) {
  const [state, setState] = useState<State>({ is: 'shut' });
  const ask = (): void => {
    setState({ is: 'asking' });
    http.proof(props.table).then(
      (proof) => setState({ is: 'said', verdict: verdictOf(proof, props.info.commitment) }),
      (error: unknown) => setState({ is: 'refused', why: sayRefusal(error) }),
    );
  };
  const close = (): void => setState({ is: 'shut' });
  return (
    <>
      <button class="plank dice" onClick={ask}>
        <Icon name="die" size={20} />
        <span>{t('page.dice')}</span>
      </button>
      {state.is !== 'shut' && (
        <Modal label={t('page.dice')} close={close}>
          <Paper class="stool-menu verdict">
            <h2>{t('page.dice')}</h2>
            <div class="choices" onClick={(event) => event.stopPropagation()}>
              <div role="status">
                {state.is === 'asking' && <p>{t('page.dice.asking')}</p>}
                {state.is === 'refused' && <p>{state.why}</p>}
                {state.is === 'said' &&
                  state.verdict.lines.map((line, i) => (
                    <p key={line} class={i === 0 ? (state.verdict.isFair ? 'fair' : 'unfair') : ''}>
                      {line}
                    </p>
                  ))}
              </div>
              <p class="faded">{t('page.dice.yourself')}</p>
              <a
                class="plank"
                href={`/api/tables/${encodeURIComponent(props.table)}/log`}
                download={`${props.table}.log`}
              >
                <Icon name="log" size={20} /> {t('page.log_file')}
              </a>
              <button class="brass" data-first onClick={close}>
                {t('page.understood')}
              </button>
            </div>
          </Paper>
        </Modal>
      )}
    </>
  );
}
