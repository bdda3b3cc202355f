// A link to the current entry of this match.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { linkTo, shareLink } from '../../visit/links';
import { gameTitle } from '../../visit/names';
import { t } from '../../words/language';
import { IconButton } from '../parts/parts';
import type { Projector } from './projector';

export function ShareReplay(props: { projector: Projector; info: Info }) {
  const [said, setSaid] = useState('');
  const share = (): void => {
    const entry = props.projector.position.peek();
    void shareLink(
      linkTo(`/r/${props.projector.table.table}${entry ? `#${entry}` : ''}`),
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
