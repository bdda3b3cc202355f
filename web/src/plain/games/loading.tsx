// A session without graphics: the player enters the position of the piece in millimetres and degrees, and
// catches falling pieces by their names.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { View } from '#made/proto';
import { Lowering, type Area, type NaturalPose } from '../../table/lower';
import { handMessage } from '../../table/session';
import type { Sim, Table } from '../../table/table';
import type { Frame } from '../../wire/frames';
import { find, sentence, t } from '../../words/language';
import { followSession } from '../../common/session';
import { showError, connection } from '../../common/state';
import type { Kit } from './describe';
import { shapeName, shapeOf } from './riffraff';

type Body = { name: string };

/** The position of an area's body at rest: a yard's from the kit; the hull's is the origin. */
function restOf(kit: Kit, body: string): [number, number, number] {
  const yards = (kit['yards'] ?? []) as { body: string; at: [number, number, number] }[];
  return yards.find((yard) => yard.body === body)?.at ?? [0, 0, 0];
}

function useSession(sim: Sim, onFrame: (frame: Frame) => void): Frame | null {
  const [frame, setFrame] = useState<Frame | null>(null);
  const handler = useRef(onFrame);
  handler.current = onFrame;
  useEffect(() => {
    return followSession(sim, (now) => {
      handler.current(now);
      setFrame(now);
    });
  }, [sim.sim]);
  return frame;
}

function areaOf(kit: Kit, view: View): Area | null {
  const shown = view['shown'] as (number | null)[] | undefined;
  const active = view['active'] as number | null;
  const number = active === null || active === undefined ? null : shown?.[active] ?? null;
  return ((kit['areas'] ?? []) as Area[]).find((area) => area.number === number) ?? null;
}

type Props = { table: Table; kit: Kit; view: View; names: string[]; sim: Sim };

export function Loading(props: Props) {
  const { table, kit, view, names, sim } = props;
  const isMine = sim.seat !== null && sim.seat === table.seat.value;
  const bodies = (kit['bodies'] ?? []) as Body[];
  const lowering = useRef<Lowering | null>(null);
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  const frame = useSession(sim, (now) => {
    const plan = lowering.current;
    if (!plan || !isMine || now.held < 0) return;
    const { outcome, pose, grip } = plan.next(now);
    connection.value?.sendBinary(handMessage(sim.sim, now.tick, pose, grip));
    if (outcome === 'going') return;
    lowering.current = null;
    setBusy(false);
    const refusals = (kit['refusals'] ?? []) as string[];
    if (outcome === 'released') setSaid(t('riffraff.lets_go'));
    else if (outcome === 'refused')
      setSaid(t('riffraff.may_not_let_go', { word: t(refusals[now.release - 1] ?? 'page.none') }));
    else setSaid(t('riffraff.no_room'));
  });
  const refused = table.handRefused.value;
  useEffect(() => {
    if (refused) setSaid(t('riffraff.may_not_let_go', { word: t(refused.key) }));
  }, [refused]);
  const who =
    sim.seat === null
      ? ''
      : sentence(
          { key: 'page.loading', args: { seat: sim.seat } },
          { names, reader: table.seat.value ?? -1 },
        );
  const falling = frame ? [...frame.falls.keys()].map((body) => bodies[body]?.name ?? '') : [];
  return (
    <section aria-labelledby="loading" class="prompt">
      <h2 id="loading">{who}</h2>
      <p aria-live="assertive">{said}</p>
      {isMine && frame && frame.held >= 0 && (
        <PlaceForm
          kit={kit} view={view} piece={bodies[frame.held]?.name ?? ''} isBusy={isBusy}
          load={(area, place) => {
            const body = bodies.findIndex((one) => one.name === area.body);
            setSaid(t('page.lowering'));
            setBusy(true);
            lowering.current = new Lowering(place, area, body, restOf(kit, area.body));
          }}
        />
      )}
      <div aria-live="assertive">
        {isMine && falling.length > 0 && (
          <p>
            {t('page.catch')}{' '}
            {falling.map((piece) => (
              <button
                key={piece}
                onClick={() =>
                  void connection.value
                    ?.request({ t: 'catch', table: table.table, sim: sim.sim, piece })
                    .catch(showError)
                }
              >
                {shapeName(piece)}
              </button>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

function PlaceForm(props: {
  kit: Kit;
  view: View;
  piece: string;
  isBusy: boolean;
  load(area: Area, place: { left: number; forward: number; turned: number; pose: NaturalPose }): void;
}) {
  const { kit, view, piece } = props;
  const area = areaOf(kit, view);
  const shapes = kit['shapes'] as Record<string, { poses: NaturalPose[] }> | undefined;
  const poses = shapes?.[shapeOf(piece)]?.poses ?? [];
  const [numbers, setNumbers] = useState({ left: 0, forward: 0, turned: 0 });
  const [pose, setPose] = useState(0);
  if (!area || !poses.length) return null;
  const across = Math.round((area.to[1] - area.from[1]) / 1000);
  const along = Math.round((area.to[0] - area.from[0]) / 1000);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.load(area, { ...numbers, pose: poses[pose] as NaturalPose });
      }}
    >
      <p>{t('page.hold_piece', { word: shapeName(piece), area: area.number, across, along })}</p>
      {(['left', 'forward', 'turned'] as const).map((name) => (
        <label key={name}>
          {t(`page.place.${name}`)}{' '}
          <input
            type="number"
            min={-200}
            max={200}
            value={numbers[name]}
            onInput={(event) => setNumbers({ ...numbers, [name]: Number(event.currentTarget.value) })}
          />
        </label>
      ))}
      <label>
        {t('page.place.pose')}{' '}
        <select value={pose} onChange={(event) => setPose(Number(event.currentTarget.value))}>
          {poses.map((one, i) => (
            <option key={one.name} value={i}>
              {find(`riffraff.pose.${one.name}`) ?? one.name}
            </option>
          ))}
        </select>
      </label>{' '}
      <button class="main" disabled={props.isBusy}>{t('page.load')}</button>
    </form>
  );
}
