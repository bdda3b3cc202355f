// A link to this match, at this very entry.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import { gameTitle } from '../../visit/names';
import { t } from '../../words/language';
import { IconButton } from '../parts/parts';
import { shareLink } from '../table/waiting';
import type { Projector } from './projector';

export function ShareReplay(props: { projector: Projector; info: Info }) {
  const [said, setSaid] = useState('');
  const share = (): void => {
    const entry = props.projector.position.peek();
    const link = `${location.origin}/r/${props.projector.table.table}${entry ? `#${entry}` : ''}`;
    void shareLink(link, gameTitle(props.info.game)).then((how) => setSaid(how === 'shared' ? '' : t(how === 'copied' ? 'page.copied' : 'page.not_copied')));
  };
  return (
    <>
      {said && <span class="where" role="status">{said}</span>}
      <IconButton icon="share" label={t('page.share')} onClick={share} />
    </>
  );
}
