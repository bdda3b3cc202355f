// The ship with its cargo, and the controls around it: wheel, rope, porthole; while pieces fall, the bar
// with the time left.
import { signal, useComputed } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Message } from '#made/proto';
import { shapeName } from '../../../plain/games/riffraff';
import { catalogue, sentence, t } from '../../../words/language';
import type { At } from '../screen';
import { Flat, FlatShip } from './flat';
import { byNumbers, helm } from './helm';
import { makePicture, type Picture } from './picture';
import { Rope, Wheel } from './piece';
import { isMine, pointers, useSteering, useWheel } from './steering';
import { areaOf, kitOf, outcomeOf, seenOf } from './view';

/** The height of the held piece above what is below it, in millimetres, in the last drawn frame. */
const height = signal<number | null>(null);
/** The width in pixels of the porthole's brass ring. */
const RIM = 7;

type Box = { current: HTMLElement | null };

function usePicture(
  at: At,
  canvas: { current: HTMLCanvasElement | null },
  onFrame: (picture: Picture) => void,
): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null);
  useEffect(() => {
    let isHere = true;
    let made: Picture | null = null;
    const place = canvas.current;
    if (place)
      void makePicture(place, kitOf(at.kit), at.isReduced, () => made && onFrame(made)).then((one) => {
        if (!isHere) return one.dispose();
        made = one;
        setPicture(one);
      });
    return () => {
      isHere = false;
      made?.dispose();
    };
  }, []);
  return picture;
}

/** The canvas covers the whole window; the subject is drawn where the board is and not behind its buttons. */
function useSize(picture: Picture | null, box: Box): void {
  useEffect(() => {
    const board = box.current?.parentElement;
    if (!picture || !board) return;
    const press = board.parentElement?.querySelector('.press');
    const measure = (): void => {
      const rect = board.getBoundingClientRect();
      const over = picture instanceof FlatShip ? undefined : press?.getBoundingClientRect();
      const bottom =
        over && over.height > 0 && over.left < rect.right && over.top > rect.top
          ? Math.min(rect.bottom, over.top)
          : rect.bottom;
      picture.resize(innerWidth, innerHeight, {
        top: rect.top,
        left: rect.left,
        right: innerWidth - rect.right,
        bottom: innerHeight - bottom,
      });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(board);
    if (press) observer.observe(press);
    window.addEventListener('resize', measure);
    measure();
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, [picture]);
}

/** The second view from above; a tap swaps both views. */
function usePorthole(
  picture: Picture | null,
  box: { current: HTMLElement | null },
  isOn: boolean,
): { isSwapped: boolean; swap(): void } {
  const [isSwapped, setSwapped] = useState(false);
  useEffect(() => {
    const place = box.current;
    const board = place?.closest('.board');
    if (!isOn || !picture || !place || !board) return;
    const measure = (): void => {
      const rect = place.getBoundingClientRect();
      picture.porthole({ x: rect.x + RIM, y: rect.y + RIM, size: rect.width - 2 * RIM }, isSwapped);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(board);
    return () => observer.disconnect();
  }, [picture, isOn, isSwapped]);
  return { isSwapped, swap: () => setSwapped(!isSwapped) };
}

export function Stage(props: { at: At }) {
  const { at } = props;
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const tag = useRef<HTMLSpanElement>(null);
  const seen = seenOf(at.view);
  const area = areaOf(seen, at.words);
  const picture = usePicture(at, canvas, (drawn) => {
    const metres = drawn.height();
    height.value = metres === null ? null : Math.max(0, Math.round(metres * 1000));
    const place = drawn.areaTag();
    if (tag.current && place)
      tag.current.style.transform = `translate(${Math.round(place.x)}px, ${Math.round(place.y)}px) translate(-50%, -150%)`;
  });
  const phase = at.sim ? helm.value?.phase.value ?? 'hold' : null;
  useSize(picture, box);
  useEffect(() => picture?.show(seen), [picture, at.view]);
  useEffect(() => picture?.light(area), [picture, area]);
  useEffect(() => picture?.look(phase === 'catch' ? 'catch' : phase ? 'hold' : 'card'), [picture, phase]);
  useSteering(at, picture);
  const steers = isMine(at) && !byNumbers.value;
  useWheel(box, steers);
  return (
    <div
      class={`ship-stage ${phase ?? ''}`}
      ref={box}
      data-picture={picture ? (picture instanceof FlatShip ? 'flat' : 'solid') : 'none'}
    >
      <canvas ref={canvas} aria-hidden="true" />
      {picture instanceof FlatShip && <Flat ship={picture} />}
      {!phase && area !== null && !(picture instanceof FlatShip) && (
        <span class="tag taken area-tag" ref={tag} aria-hidden="true">
          {area}
        </span>
      )}
      {!steers && phase !== 'catch' && <Outcome at={at} />}
      {steers && <div class="touch" {...pointers('stage')} />}
      {steers && phase === 'hold' && <Controls picture={picture} />}
      {phase && <div class="water" aria-live="assertive">{phase === 'catch' && <Water at={at} />}</div>}
    </div>
  );
}

/** The height of the piece, and whether it may be released. */
function Plumb() {
  const own = helm.value;
  const centimetres = useComputed(() =>
    height.value === null
      ? null
      : (height.value / 10).toLocaleString(catalogue.value?.language, {
          minimumFractionDigits: 1,
          maximumFractionDigits: 1,
        }),
  );
  if (!own) return null;
  const { refusal } = own;
  const [beside, refused] = [own.beside.value, own.refused.value];
  return (
    <p class={`plate plumb ${refusal ? 'refused' : 'fits'}`}>
      {centimetres.value !== null && (
        <span>
          <b>{t('page.riffraff.centimetres', { number: centimetres.value })}</b> {t('page.riffraff.above')}
        </span>
      )}
      {beside && <span class="beside">{t('riffraff.figure_place', beside)}</span>}
      <span>{refusal ? t('riffraff.may_not_let_go', { word: t(refusal) }) : t('page.riffraff.fits')}</span>
      <span class="unseen" aria-live="assertive">
        {refused
          ? t('riffraff.may_not_let_go', { word: t(refused.key) }) + '\u200b'.repeat(refused.times % 2)
          : ''}
      </span>
    </p>
  );
}

/** A text for touch and one for mouse and keys; the style sheet shows the one for the current device. */
function ByDevice(props: { touch: string[]; mouse: string[] }) {
  return (
    <>
      <span class="by-touch">{props.touch.map((key) => t(key)).join(' ')}</span>
      <span class="by-mouse">{props.mouse.map((key) => t(key)).join(' ')}</span>
    </>
  );
}

/** A hint how to begin, shown until the hand has been moved. */
function Hint(props: { canLook: boolean }) {
  if (helm.value?.hasMoved.value ?? true) return null;
  const look = (device: string): string[] => (props.canLook ? [`page.riffraff.look_${device}`] : []);
  return (
    <p class="plate hint">
      <ByDevice
        touch={['page.riffraff.drag_touch', ...look('touch')]}
        mouse={['page.riffraff.drag_mouse', ...look('mouse')]}
      />
    </p>
  );
}

function Controls(props: { picture: Picture | null }) {
  const { picture } = props;
  const glass = useRef<HTMLButtonElement>(null);
  const isSolid = picture !== null && !(picture instanceof FlatShip);
  const { isSwapped, swap } = usePorthole(picture, glass, isSolid);
  useEffect(() => () => picture?.porthole(null), [picture]);
  return (
    <>
      <Plumb />
      <Hint canLook={isSolid} />
      {isSolid && (
        <button class="porthole" ref={glass} aria-pressed={isSwapped} onClick={swap}>
          <span>{t(isSwapped ? 'page.riffraff.from_side' : 'page.riffraff.from_above')}</span>
        </button>
      )}
      <div class="helm" role="group" aria-label={t('page.hand.turn')}>
        <div class="rim" aria-hidden="true" {...pointers('wheel')}>
          <Wheel />
        </div>
        <button
          class="hub"
          {...pointers('hub')}
          onClick={(event) => event.detail === 0 && helm.peek()?.nextPose()}
        >
          {t('page.riffraff.tilt')}
        </button>
        <p class="plate">
          <span>{t('page.hand.turn')}</span> <kbd>Q</kbd>
          <kbd>E</kbd>
        </p>
      </div>
      <div class="rope" role="group" aria-label={t('page.riffraff.height')}>
        <div class="line" aria-hidden="true" {...pointers('rope')}><Rope /></div>
        <p class="plate"><span>{t('page.riffraff.height')}</span> <kbd>W</kbd><kbd>S</kbd></p>
      </div>
    </>
  );
}

/** The loading whose outcome has been dismissed. */
const read = signal<Message | null>(null);

/** The outcome of the reader's own loading, until it is dismissed. */
function Outcome(props: { at: At }) {
  const { at } = props;
  const outcome = at.reader < 0 || at.isTelevision ? null : outcomeOf(at.log, at.reader);
  const loading = outcome?.loading ?? null;
  useEffect(() => {
    if (!loading || read.peek() === loading) return;
    const press = (event: MouseEvent): void => {
      if (event.target instanceof Element && event.target.closest('button, a')) read.value = loading;
    };
    window.addEventListener('click', press, true);
    return () => window.removeEventListener('click', press, true);
  }, [loading]);
  if (!outcome || read.value === loading) return null;
  return (
    <p class="plate outcome">
      {outcome.said.map((one) => sentence(one, { names: at.names, reader: at.reader })).join(' ')}
    </p>
  );
}

/** The falling pieces, the time left until the water, and the slow motion. */
function Water(props: { at: At }) {
  const own = helm.value;
  if (!own) return null;
  const names = own.falling.value.map(shapeName);
  return (
    <>
      {names.length > 0 && (
        <div class="timer" aria-hidden="true">
          <i style={{ transform: `scaleX(${own.left.value})` }} />
        </div>
      )}
      {own.slow.value > 1 && <p class="plate">{t('page.riffraff.slower', { count: own.slow.value })}</p>}
      {names.length > 0 && (
        <p class="plate">
          {t('page.riffraff.falling', { words: names })}{' '}
          {isMine(props.at) && (
            <ByDevice touch={['page.riffraff.catch_touch']} mouse={['page.riffraff.catch_mouse']} />
          )}
        </p>
      )}
    </>
  );
}
