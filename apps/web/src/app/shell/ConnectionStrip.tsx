import { WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { duration, timeOfDay } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import type { SocketState } from '../../lib/socket.ts';
import { useNow } from '../../ui/use-now.ts';
import { reconnectNow, useLiveState } from '../realtime.ts';

/** A short loss heals by itself and is not worth a word. */
const quietMs = 3_000;

/** Says since when the live connection is lost, when it is tried again, and at last that only a reload helps. */
export function ConnectionStrip() {
  const state = useLiveState();
  const isLost = useLasting(state.lostAt !== null, quietMs);
  return (
    <div role="status">
      {isLost &&
        (state.name === 'failed' ? (
          <div className="strip">
            <WifiOff aria-hidden />
            <strong>{t('connection.failed')}</strong> <Since state={state} /> <span>{t('connection.failed.text')}</span>
            <button type="button" className="strip-action" onClick={() => window.location.reload()}>
              {t('connection.failed.action')}
            </button>
          </div>
        ) : (
          <div className="strip">
            <WifiOff aria-hidden />
            <strong>{navigator.onLine ? t('connection.lost') : t('connection.offline')}</strong>
            <Since state={state} /> <Countdown state={state} />
            <button type="button" className="strip-action" onClick={reconnectNow}>
              {t('connection.try_now')}
            </button>
          </div>
        ))}
    </div>
  );
}

/** From when on nothing may have arrived, and how long that is. */
function Since({ state: { lostAt } }: { state: SocketState }) {
  const now = useNow(1_000);
  if (lostAt === null) return null;
  return (
    <span aria-live="off">{t('connection.since', { time: timeOfDay(lostAt), length: duration(now - lostAt) })}</span>
  );
}

function Countdown({ state }: { state: SocketState }) {
  const now = useNow(1_000);
  if (state.name === 'catching_up') return <span>{t('connection.catching_up.text')}</span>;
  if (state.name !== 'waiting') return <span>{t('connection.retrying')}</span>;
  const seconds = Math.max(1, Math.ceil((state.retryAt - now) / 1_000));
  // Not read out every second.
  return <span aria-live="off">{t('connection.retry', { n: seconds }, seconds)}</span>;
}

/** True once the condition has held for a while. */
function useLasting(holds: boolean, ms: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!holds) {
      setLasts(false);
      return;
    }
    const timer = setTimeout(() => setLasts(true), ms);
    return () => clearTimeout(timer);
  }, [holds, ms]);
  return lasts;
}
