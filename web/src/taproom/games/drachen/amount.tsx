// The amounts that a pending item takes or gives, from the kit and the view; nothing is computed.
import type { Item } from '../../../plain/games/drachen';
import type { Kit } from '../../../common/kit';
import { t } from '../../../words/language';
import type { At } from '../screen';

type Change = { who: string; what: 'fortitude' | 'alcohol' | 'gold'; by: number };
type CardRow = { id: string; changes?: Change[]; changes_2008?: Change[] };

/** Whether the table plays with Eve's cards of 2008. */
export const isOf2008 = (at: At): boolean =>
  Boolean((at.view['settings'] as { eve_2008?: unknown } | undefined)?.eve_2008);

export function changesOf(kit: Kit, id: string, is2008: boolean): Change[] {
  const row = ((kit['cards'] as CardRow[] | undefined) ?? []).find((card) => card.id === id);
  return (is2008 ? row?.changes_2008 : undefined) ?? row?.changes ?? [];
}

/** The changes of an item, with their signs, and who is affected if that is not its target. */
export function amountsOf(at: At, item: Item): Change[] {
  if (item.kind === 'card') return changesOf(at.kit, item.card ?? '', isOf2008(at));
  if (item.kind === 'gold') return [{ who: 'target', what: 'gold', by: -(item.total ?? 0) }];
  const [alcohol, fortitude] = item.felt ?? [item.total ?? 0, item.fortitude ?? 0];
  const felt: Change[] = [
    { who: 'target', what: 'alcohol', by: alcohol },
    { who: 'target', what: 'fortitude', by: fortitude },
  ];
  return felt.filter((one) => one.by !== 0);
}

const signed = (by: number): string => (by > 0 ? `+${by}` : `−${-by}`);

/** Amounts in large type, such as "−2 Trinkfest"; losses have a style of their own. */
export function Amounts(props: { changes: Change[] }) {
  if (!props.changes.length) return null;
  return (
    <span class="amounts">
      {props.changes.map((one, i) => {
        const isLoss = one.what === 'alcohol' ? one.by > 0 : one.by < 0;
        return (
          <span key={i} class={`amount ${isLoss ? 'loss' : 'gain'}`}>
            <b class="figures">{signed(one.by)}</b>{' '}
            <small>
              {t(`page.dragon_of.${one.what}`)}
              {one.who !== 'target' && one.who !== 'self' ? ` · ${t(`page.dragon_whom.${one.who}`)}` : ''}
            </small>
          </span>
        );
      })}
    </span>
  );
}
