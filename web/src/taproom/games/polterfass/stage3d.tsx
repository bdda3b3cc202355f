// The tray in three dimensions: fetched after the first picture, drawn over the whole window, its tags in
// the page. Where there is no WebGL, until it is here, or where text is so large that the board scrolls, the flat picture
// does everything.
import { signal } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { BarrelKit, BarrelStage, Tag } from '../../../stage/barrels';
import { isLargeText } from '../../parts/large';
import type { At } from '../screen';
import { seen } from './view';

/** True once throws can be shown as they were recorded; motions are planned by it. */
export const isStageReady = signal(false);

/** Programs that draw WebGL without a graphics card: too slow to be of use. */
const SLOW = /swiftshader|llvmpipe|software|basic render/i;
let answer: boolean | null = null;

/** Asked once. `?quality=n` wants it also where it is slow, `?quality=flat` never. */
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

/** A plate in the corner covers no barrel, but the rail keeps off the edge. */
const EDGE = 0.14;
const EDGE_MOST = 56;

/** How much of the board's lower edge lies under the plate, and under the tags where they stand in a row. */
function findCovered(board: HTMLElement): number {
  const box = board.getBoundingClientRect();
  const boxes = [...board.querySelectorAll('.below, .sum')].map((one) => one.getBoundingClientRect());
  const tops = boxes
    .filter((one) => one.height > 0 && one.right > box.left + box.width / 2)
    .map((one) => one.top);
  return Math.max(Math.min(EDGE_MOST, box.height * EDGE), box.bottom - Math.min(box.bottom, ...tops));
}

/** The same, but never less than before in this phase and size: the tray is not to jump whenever a plate comes or goes. */
function coverOf(board: HTMLElement, phase: () => string): () => number {
  let [size, most] = ['', 0];
  return () => {
    const now = `${board.clientWidth} ${board.clientHeight} ${phase()}`;
    if (now !== size) [size, most] = [now, 0];
    most = Math.max(most, findCovered(board));
    return most;
  };
}

/** What the page covers at each side of the board. */
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

/** The tags of standing barrels in pixels of the board; null while the flat picture is shown. */
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
