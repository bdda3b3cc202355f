// Creates the state of one match (`Play`) for a component, and what its screen gets to draw (`At`).
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { Info } from '#made/proto';
import { connection, sayRefusal } from '../../common/state';
import type { Kit } from '../../common/kit';
import { actionLabel, seatNames } from '../../common/names';
import { sayDeadline } from '../../common/time';
import type { Speech } from '../../table/speech';
import type { Table } from '../../table/table';
import { browserScheduler } from '../../wire/connection';
import { sentence, t } from '../../words/language';
import type { At, Screen } from '../games/screen';
import { Films, type FilmSource } from './films';
import { Play } from './play';

const isReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches || quality() === 0;
const isHidden = (): boolean => document.visibilityState === 'hidden';

/** `?quality=n` of the URL; 0 shows only the end of each animation. */
function quality(): number | null {
  const word = new URLSearchParams(location.search).get('quality');
  return word === null || !/^\d+$/.test(word) ? null : Number(word);
}

/** The announcement of a question: its text, the possible answers and the time. */
function sayQuestion(at: At, table: Table, screen: Screen): string {
  const prompt = at.prompt;
  if (!prompt) return '';
  const task = sentence(prompt.task, { names: at.names, reader: at.reader });
  const fits =
    screen.fits?.(at) ??
    t('page.fits', {
      words: [...new Set(prompt.forms.map((form) => actionLabel(at.game, form.say, at.names, at.reader)))],
    });
  const until = table.clock.value?.until[at.reader] ?? null;
  const left = until === null ? '' : sayDeadline(until, connection.value?.time() ?? until);
  return [task, fits, left].filter(Boolean).join(' ');
}

/** `films`: the source of recordings; by default the connection. */
export type PlayProps = {
  table: Table;
  info: Info;
  kit: Kit;
  screen: Screen;
  isTelevision: boolean;
  speech: Speech;
  films?: FilmSource;
};

/** Creates the state of one match and disposes of it when the component unmounts. */
export function usePlay(props: PlayProps): { play: Play; at: At | null } {
  const { table, screen, speech } = props;
  const wire = connection.value;
  const shelf = props.films;
  const latest = useRef<PlayProps>(props);
  latest.current = props;
  const { play, films } = useMemo(() => {
    if (!wire) throw new Error('no connection');
    const made = new Play(table, wire, {
      question: (asked) => sayQuestion(atOf(asked, latest.current, null), table, screen),
      refusal: sayRefusal,
      dropped: () => t('page.choice_dropped'),
    }, screen, { reduced: isReduced, hidden: isHidden }, browserScheduler, speech);
    return { play: made, films: shelf ?? new Films(wire) };
  }, [table, screen, wire, speech]);
  useEffect(() => () => {
    play.dispose();
    films.dispose();
  }, [play, films]);
  const at = play.queue.shown.value ? atOf(play, props, films) : null;
  return { play, at };
}

function atOf(play: Play, props: PlayProps, films: FilmSource | null): At {
  const { table, info, kit } = props;
  const truth = table.view.value ?? {};
  return {
    table: table.table,
    game: info.game,
    info,
    kit,
    names: seatNames(info),
    reader: table.seat.value ?? -1,
    isTelevision: props.isTelevision,
    view: play.queue.shown.value ?? truth,
    truth,
    prompt: table.prompt.value,
    sim: table.sim.value,
    handRefused: table.handRefused.value,
    get log() {
      return table.log.value.flatMap((entry) => entry.events);
    },
    motion: play.queue.motion.value,
    isReduced: isReduced(),
    film: (number) => films?.get(number) ?? null,
    words: play.words,
    isChosen: (thing) => play.chosen.value.some((one, i) => i > 0 && one.thing === thing),
    lit: (verb, word) => play.lit(verb, word),
    choose: (verb, word, thing) => play.choose(verb, word, thing),
    begin: (verb) => play.begin(verb),
    take: (action) => play.take(action),
    clear: () => play.clear(),
    action: play.action,
    tell: (action) => play.tell(action),
    odds: () => play.odds(),
    send: (action) => play.send(action),
    hold: () => play.hold(),
    isHeld: play.isHeld.value,
    isBusy: play.isBusy.value,
    skip: () => play.queue.skip(),
    finish: () => play.queue.finish(),
  };
}
