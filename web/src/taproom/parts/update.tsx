// The notice that the server has a newer page, shown once, with a button that reloads.
import { useEffect, useState } from 'preact/hooks';
import { connection } from '../../common/state';
import { isOutdated, reloadPage, watchForUpdates } from '../../common/update';
import { t } from '../../words/language';

export function Update() {
  const wire = connection.value;
  const [isLater, setLater] = useState(false);
  useEffect(() => (wire ? watchForUpdates(wire, '/') : undefined), [wire]);
  const isRefused = wire?.status.value === 'old';
  useEffect(() => {
    if (isRefused) reloadPage();
  }, [isRefused]);
  return (
    <div role="status">
      {isOutdated.value && !isLater && !isRefused && (
        <div class="toast update">
          <span>{t('page.renewed')}</span>
          <button class="plank" onClick={() => setLater(true)}>{t('page.later')}</button>
          <button class="plank" onClick={() => location.reload()}>{t('page.reload_now')}</button>
        </div>
      )}
    </div>
  );
}
