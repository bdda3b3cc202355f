// A seat in the middle of the table: its character on the coaster, its mark and name below.
import type { ComponentChildren } from 'preact';
import { t } from '../../../words/language';
import { Mark } from '../../ink/marks';
import { Coaster } from '../../parts/parts';
import type { At } from '../screen';
import { Emblem } from './card';
import { seenOf } from './view';

export function nameOf(at: At, seat: number): string {
  return seat === at.reader ? t('page.you') : at.names[seat] ?? '';
}

export function Spot(props: {
  at: At;
  seat: number;
  state?: string;
  class?: string;
  glows?: boolean;
  badge?: ComponentChildren;
}) {
  const { at, seat } = props;
  const character = seenOf(at).seats[seat]?.character ?? '';
  return (
    <span class={`spot ${props.class ?? ''}`}>
      <Coaster
        seat={seat}
        picture={<Emblem character={character} size={28} />}
        {...(props.glows ? { glows: true } : {})}
        badge={props.badge}
      />
      <span class="plate">
        <Mark seat={seat} size={13} /> <bdi class="who">{nameOf(at, seat)}</bdi>
        {props.state && <small>{props.state}</small>}
      </span>
    </span>
  );
}
