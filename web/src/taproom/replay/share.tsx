// A link to the current entry of this match.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { linkTo, shareLink } from '../../common/links';
import { gameTitle } from '../../common/names';
import { t } from '../../words/language';
import { IconButton } from '../parts/parts';
import type { ReplayPlayer } from './player';

export function ShareReplay(props: { player: ReplayPlayer; info: Info }) {
  const [said, setSaid] = useState('');
  const share = (): void => {
    const entry = props.player.position.peek();
    void shareLink(
      linkTo(`/r/${props.player.table.table}${entry ? `#${entry}` : ''}`),
      gameTitle(props.info.game),
    ).then(setSaid);
  };
  return (
    <>
      {said && <span class="where" role="status">{said}</span>}
      <IconButton icon="share" label={t('page.share')} onClick={share} />
    </>
  );
}
