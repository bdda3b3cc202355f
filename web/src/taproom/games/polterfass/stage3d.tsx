// The 3D tray: loaded after the first render, drawn on a canvas over the whole window, with its tags as DOM
// elements. The 2D picture is used until it is loaded, without WebGL, and with text so large that the board
// scrolls.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BarrelKit, BarrelStage, Tag } from '../../../stage/barrels';
import { isLargeText } from '../../parts/large';
import type { At } from '../screen';
import { seen } from './view';

/** True once the 3D stage can play recordings of throws; it decides how long their animations are. */
export const isStageReady = signal(false);

/** Software renderers of WebGL, which are too slow. */
const SLOW = /swiftshader|llvmpipe|software|basic render/i;
let answer: boolean | null = null;

/** Checked once. `?quality=n` uses the 3D stage even with software rendering, `?quality=flat` never. */
function hasWebGL(): boolean {
  const wish = new URLSearchParams(location.search).get('quality');
  if (wish === 'flat') return false;
  if (answer === null) {
    const pen = document.createElement('canvas').getContext('webgl2');
    const about = pen?.getExtension('WEBGL_debug_renderer_info');
    const name = pen && about ? String(pen.getParameter(about.UNMASKED_RENDERER_WEBGL)) : '';
    answer = pen !== null && (/^\d$/.test(wish ?? '') || !SLOW.test(name));
    pen?.getExtension('WEBGL_lose_context')?.loseContext();
  }
  return answer;
}

const COLOURS = { chosen: '#ffcf6b', double: '#ffcf6b', spoiled: '#e2603a' } as const;

export type Rings = Record<number, keyof typeof COLOURS>;

/** The part of the board that is kept free at the lower edge: a share of its height, at most so many
 * pixels. */
const EDGE = 0.14;
const EDGE_MOST = 56;

/** How much of the board's lower edge is covered by the plate, and by the tags if they are in a row. */
function findCovered(board: HTMLElement): number {
  const box = board.getBoundingClientRect();
  const boxes = [...board.querySelectorAll('.below, .sum')].map((one) => one.getBoundingClientRect());
  const tops = boxes
    .filter((one) => one.height > 0 && one.right > box.left + box.width / 2)
    .map((one) => one.top);
  return Math.max(Math.min(EDGE_MOST, box.height * EDGE), box.bottom - Math.min(box.bottom, ...tops));
}

/** The same, but never less than before in this phase and size, so that the tray does not jump. */
function coverOf(board: HTMLElement, phase: () => string): () => number {
  let [size, most] = ['', 0];
  return () => {
    const now = `${board.clientWidth} ${board.clientHeight} ${phase()}`;
    if (now !== size) [size, most] = [now, 0];
    most = Math.max(most, findCovered(board));
    return most;
  };
}

/** Measures the insets and resizes the stage. */
function measure(board: HTMLElement, canvas: HTMLCanvasElement, stage: BarrelStage, covered: number): void {
  const box = board.getBoundingClientRect();
  const [width, height] = [window.innerWidth, window.innerHeight];
  canvas.style.left = `${-box.left}px`;
  canvas.style.top = `${-box.top}px`;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
  stage.resize(width, height, {
    top: box.top,
    left: box.left,
    right: width - box.right,
    bottom: height - box.bottom + covered,
  });
}

/** The tags of standing barrels in pixels of the board; null while the 2D picture is shown. */
export function useBarrelStage(
  at: At,
  rings: Rings,
): { canvas: { current: HTMLCanvasElement | null }; tags: Tag[] | null } {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<BarrelStage | null>(null);
  const [tags, setTags] = useState<Tag[] | null>(null);
  const latest = useRef(at);
  latest.current = at;
  const isScrolled = isLargeText.value;
  useEffect(() => {
    if (isScrolled || !hasWebGL()) return;
    let isHere = true;
    let observer: ResizeObserver | null = null;
    void import('../../../stage/barrels').then(
      ({ createBarrelStage, pinnedQuality }) => {
        const [sheet, board] = [canvas.current, canvas.current?.closest<HTMLElement>('.board')];
        if (!isHere || !sheet || !board) return;
        const place = (): void => {
          const box = board.getBoundingClientRect();
          if (isHere)
            setTags(made.tags().map((tag) => ({ ...tag, x: tag.x - box.left, y: tag.y - box.top })));
        };
        const made = createBarrelStage(sheet, at.kit as unknown as BarrelKit, {
          quality: pinnedQuality(location.search),
          reducedMotion: at.isReduced,
          onFrame: place,
        });
        stage.current = made;
        const covered = coverOf(board, () => seen(latest.current.view).phase);
        observer = new ResizeObserver(() => measure(board, sheet, made, covered()));
        for (const one of [board, ...board.querySelectorAll('.below, .sum')]) observer.observe(one);
        measure(board, sheet, made, covered());
        made.show(seen(latest.current.view));
        isStageReady.value = true;
        place();
      },
      () => {},
    );
    return () => {
      isHere = false;
      isStageReady.value = false;
      observer?.disconnect();
      stage.current?.dispose();
      stage.current = null;
      setTags(null);
    };
  }, [isScrolled]);
  useEffect(() => stage.current?.show(seen(at.view)), [at.view]);
  useEffect(() => {
    const made = stage.current;
    const film =
      at.motion?.name === 'throw' && typeof at.motion.data === 'number' ? at.film(at.motion.data) : null;
    if (!made) return;
    if (film) made.playFilm(film, () => latest.current.finish());
    else if (at.motion?.name === 'throw') at.finish();
    else made.skip();
  }, [at.motion, isStageReady.value]);
  const colours = Object.fromEntries(Object.entries(rings).map(([place, why]) => [place, COLOURS[why]]));
  useEffect(() => stage.current?.mark(colours), [JSON.stringify(colours), isStageReady.value]);
  return { canvas, tags: isStageReady.value ? tags : null };
}
