// The guided first round: a bubble next to the element that it explains. The match is a real one, every
// control stays usable, and the guide can be closed at each step.
import { useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Table } from '../../table/table';
import { path } from '../../common/address';
import { t } from '../../words/language';
import { Icon } from '../ink/icons';
import { placeBubble, type Box, type Placed } from './placing';
import { COURSES, PARTS, type GuideStep } from './steps';
import { Tour } from './tour';
import './guide.css';

const memoryOf = (table: string) => ({
  read: (): string[] => JSON.parse(sessionStorage.getItem(`guide.${table}`) ?? '[]') as string[],
  write: (names: string[]): void => sessionStorage.setItem(`guide.${table}`, JSON.stringify(names)),
});

export function Guide(props: { table: Table; game: string }) {
  const { table, game } = props;
  const tour = useMemo(() => new Tour(COURSES[game]?.steps ?? [], table, memoryOf(table.table)), [table]);
  useEffect(() => () => tour.dispose(), [tour]);
  useSignalEffect(() => {
    if (!tour.isOver.value) return;
    history.replaceState(null, '', location.pathname + location.search);
    path.value = location.pathname;
  });
  const step = tour.step.value;
  return (
    <div aria-live="polite">
      {step && (
        <Bubble key={step.name} game={game} step={step} next={() => tour.next()} leave={() => tour.leave()} />
      )}
    </div>
  );
}

const boxOf = (one: Element): Box => {
  const { left, top, right, bottom } = one.getBoundingClientRect();
  return { left, top, right, bottom };
};

/** Elements that the bubble must not cover: the question and the controls that answer it. */
const NEEDED = '.ribbon .band, .hand, .press, .bar';

function useBubble(step: GuideStep): {
  slip: { current: HTMLElement | null };
  placed: Placed | null;
  ring: Box | null;
} {
  const slip = useRef<HTMLElement>(null);
  const [at, setAt] = useState<{ placed: Placed; ring: Box } | null>(null);
  useEffect(() => {
    const measure = (): void => {
      const paper = slip.current;
      const target = document.querySelector(PARTS[step.at]) ?? document.querySelector('.board');
      if (!paper || !target) return;
      const ring = boxOf(target);
      const avoid = [...document.querySelectorAll(NEEDED)]
        .filter((one) => one !== target || step.at !== 'board')
        .map(boxOf);
      const placed = placeBubble(
        ring,
        { width: paper.offsetWidth, height: paper.offsetHeight },
        { width: innerWidth, height: innerHeight },
        avoid,
      );
      setAt((old) =>
        old && JSON.stringify([old.placed, old.ring]) === JSON.stringify([placed, ring])
          ? old
          : { placed, ring },
      );
    };
    measure();
    const timer = setInterval(measure, 300);
    window.addEventListener('resize', measure);
    return () => {
      clearInterval(timer);
      window.removeEventListener('resize', measure);
    };
  }, [step]);
  return { slip, placed: at?.placed ?? null, ring: at?.ring ?? null };
}

function Bubble(props: { game: string; step: GuideStep; next(): void; leave(): void }) {
  const { game, step } = props;
  const { slip, placed, ring } = useBubble(step);
  return (
    <>
      {ring && (
        <div
          class={step.at === 'board' ? 'guide-ring within' : 'guide-ring'}
          aria-hidden="true"
          style={{
            left: `${ring.left}px`,
            top: `${ring.top}px`,
            width: `${ring.right - ring.left}px`,
            height: `${ring.bottom - ring.top}px`,
          }}
        />
      )}
      <aside
        class="paper guide"
        aria-label={t('page.guide')}
        ref={slip}
        style={placed ? { left: `${placed.left}px`, top: `${placed.top}px` } : { visibility: 'hidden' }}
      >
        <p>{t(`page.guide.${game}.${step.name}`)}</p>
        <div class="guide-buttons">
          {!step.isLast && (
            <button class="guide-leave" onClick={props.leave}>
              <Icon name="close" size={18} /> {t('page.guide.leave')}
            </button>
          )}
          <button class="plank" onClick={props.next}>
            {t(step.isLast ? 'page.guide.play_on' : 'page.guide.next')}
          </button>
        </div>
      </aside>
    </>
  );
}
