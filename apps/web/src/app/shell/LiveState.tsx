import { timeOfDay } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import type { SocketState } from '../../lib/socket.ts';
import { Dot } from '../../ui/Avatar.tsx';
import { useLiveState } from '../realtime.ts';

/** At the sidebar's foot: whether what is on screen is live, catching up, or as old as the loss of the connection. */
export function LiveState() {
  const state = useLiveState();
  return (
    <p className="live-state">
      <Dot tone={toneOf(state)} />
      <span className="cut">{textOf(state)}</span>
    </p>
  );
}

function toneOf({ name, lostAt }: SocketState): 'good' | 'warn' | 'off' {
  if (name === 'open') return 'good';
  return name === 'catching_up' || lostAt === null ? 'warn' : 'off';
}

function textOf({ name, lostAt }: SocketState): string {
  if (name === 'open') return t('connection.live');
  if (name === 'catching_up') return t('connection.catching_up');
  return lostAt === null ? t('connection.connecting') : t('connection.offline_since', { time: timeOfDay(lostAt) });
}
