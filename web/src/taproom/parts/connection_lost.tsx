// The notice of a lost connection, shown after a second: what is safe, and when the next attempt is made.
// The countdown is not announced, because it would be every second.
import { useEffect, useState } from 'preact/hooks';
import { connection } from '../../common/state';
import { t } from '../../words/language';
import { useTicking } from './parts';

const PATIENCE = 1000;

export function ConnectionLost() {
  const wire = connection.value;
  const status = wire?.status.value ?? 'open';
  const [isLong, setLong] = useState(false);
  const isCut = status === 'waiting' || status === 'connecting';
  useEffect(() => {
    setLong(false);
    if (!isCut) return;
    const timer = setTimeout(() => setLong(true), PATIENCE);
    return () => clearTimeout(timer);
  }, [isCut]);
  const isOver = status === 'old' || status === 'ended';
  useTicking(isLong);
  const seconds = Math.max(0, Math.ceil(((wire?.nextAttempt.value ?? 0) - Date.now()) / 1000));
  return (
    <div role="status">
      {(isLong || isOver) && (
        <div class="cut">
          <p class="cut-title">
            {t(status === 'old' ? 'page.reload' : status === 'ended' ? 'page.login_ended' : 'page.cut')}
          </p>
          {!isOver && (
            <p>
              {t('page.cut_safe')}{' '}
              <span aria-hidden="true">
                {t('page.attempt', { attempt: wire?.attempt.value ?? 1, seconds })}
              </span>
            </p>
          )}
          <button class="brass" onClick={() => (isOver ? location.reload() : wire?.retryNow())}>
            {t(isOver ? 'page.reload_now' : 'page.retry')}
          </button>
        </div>
      )}
    </div>
  );
}
