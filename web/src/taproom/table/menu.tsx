// The menu of a table: invite, television, plain page, give up the seat.
import { useState } from 'preact/hooks';
import type { Info } from '#made/proto';
import type { Table } from '../../table/table';
import { linkTo, shareAddress, shareLink } from '../../common/links';
import { gameTitle } from '../../common/names';
import { ask } from '../../common/state';
import { t } from '../../words/language';
import { Icon } from '../ink/icons';
import { LanguageChoice } from '../lobby';
import { IconButton, Paper } from '../parts/parts';
import { Modal } from '../parts/modal';
import { SoundLevels } from './sounds';

export function Menu(props: { table: Table; info: Info }) {
  const { table, info } = props;
  const [isOpen, setOpen] = useState(false);
  const [said, setSaid] = useState('');
  const place = info.code ?? table.table;
  const shared = shareAddress(table.table, info);
  const close = (): void => {
    setOpen(false);
    setSaid('');
  };
  return (
    <>
      {info.code && (
        <a
          class="icon-button spare"
          href={`/t/${place}?tv`}
          target="_blank"
          rel="noopener"
          aria-label={t('page.television')}
          title={t('page.television')}
        >
          <Icon name="television" />
        </a>
      )}
      <IconButton icon="menu" label={t('page.menu')} expanded={isOpen} onClick={() => setOpen(true)} />
      {isOpen && (
        <Modal label={t('page.menu')} close={close}>
          <Paper class="stool-menu">
            <h2>{gameTitle(info.game)}</h2>
            <div class="choices" onClick={(event) => event.stopPropagation()}>
              <LanguageChoice />
              <SoundLevels />
              {shared && (
                <button
                  class="plank"
                  onClick={() => void shareLink(linkTo(shared), gameTitle(info.game)).then(setSaid)}
                >
                  <Icon name="share" size={20} /> {t('page.share')}
                </button>
              )}
              {info.code && (
                <a class="plank" href={`/t/${place}?tv`} target="_blank" rel="noopener">
                  <Icon name="television" size={20} /> {t('page.television')}
                </a>
              )}
              <a class="plank" href={`/plain/t/${place}`}>
                <Icon name="log" size={20} /> {t('page.plain')}
              </a>
              {table.seat.value !== null && info.state === 'playing' && (
                <button
                  class="plank"
                  onClick={() => void ask({ t: 'stand', table: table.table }).then(close)}
                >
                  <Icon name="away" size={20} /> {t('page.give_up_seat')}
                </button>
              )}
              <button class="brass" data-first onClick={close}>
                {t('page.play_on')}
              </button>
              <p role="status">{said}</p>
              <p class="faded">{t('page.seat_kept')}</p>
            </div>
          </Paper>
        </Modal>
      )}
    </>
  );
}
