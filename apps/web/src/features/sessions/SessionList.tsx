import type { Session } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useRef } from 'react';
import { toApiError } from '../../lib/api.ts';
import { fullDate, relativeTime } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { StateLabel } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EntryBones, EntryList, EntryRow } from '../../ui/EntryList.tsx';
import { toast } from '../../ui/toast.ts';
import { useTextAt } from '../../ui/use-now.ts';
import { ErrorPanel } from '../../ui/Void.tsx';
import { type SessionsOf, sessionQueries, useEndSessions } from './sessions.api.ts';
import './sessions.css';

/** Where an agent is signed in, with a way to end each session or all but the present one. */
export function SessionList({ whose }: { whose: SessionsOf }) {
  const query = useQuery(sessionQueries.of(whose));
  const { mutate, isPending } = useEndSessions(whose);
  const list = useRef<HTMLUListElement>(null);
  if (query.isError) {
    const retry = () => void query.refetch();
    return <ErrorPanel title={t('sessions.failed')} message={toApiError(query.error).message} onRetry={retry} />;
  }
  if (!query.data) return <EntryBones />;
  const sessions = query.data.toSorted((one, other) => Number(other.is_current) - Number(one.is_current));
  const others = sessions.filter((session) => !session.is_current);
  const end = (id: string | null, told: string) => {
    if (isPending) return;
    mutate(id, {
      onSuccess: () => {
        toast.success(told);
        // The button that was pressed goes with its row.
        list.current?.focus();
      },
    });
  };
  const hasHere = others.length < sessions.length;
  return (
    <div className="sessions">
      {sessions.length === 0 ? (
        <p className="muted">{t('sessions.none')}</p>
      ) : (
        <EntryList ref={list} label={t('sessions.title')}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              onEnd={() => end(session.id, t('sessions.ended', { device: deviceName(session) }))}
            />
          ))}
        </EntryList>
      )}
      {others.length > (hasHere ? 0 : 1) && (
        <Button aria-disabled={isPending} onClick={() => end(null, t('sessions.all_ended'))}>
          {t(hasHere ? 'sessions.end_others' : 'sessions.end_all')}
        </Button>
      )}
    </div>
  );
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { is_current, ip, place, user_agent, last_seen_at, created_at } = session;
  const device = deviceName(session);
  const seen = useTextAt(60_000, (now) => relativeTime(last_seen_at, now));
  const Icon = isHandheld(session) ? Smartphone : Monitor;
  return (
    <EntryRow
      icon={<Icon aria-hidden />}
      title={
        <>
          <b title={user_agent}>{device}</b>
          {is_current && <StateLabel tone="good">{t('sessions.current')}</StateLabel>}
        </>
      }
      actions={
        !is_current && (
          <Button size="s" aria-label={t('sessions.sign_out_of', { device })} onClick={onEnd}>
            {t('sessions.sign_out')}
          </Button>
        )
      }
    >
      <span>
        {ip && <bdi>{ip}</bdi>}
        {place && <bdi>{place}</bdi>}
      </span>
      <span>
        <span>{t('sessions.last_used', { when: seen })}</span>
        <span>{t('sessions.created', { when: fullDate(created_at) })}</span>
      </span>
    </EntryRow>
  );
}

const handhelds: ReadonlySet<string> = new Set(['iOS', 'iPadOS', 'Android']);

export function isHandheld({ os }: Pick<Session, 'os'>): boolean {
  return os !== null && handhelds.has(os);
}

/** Browser and system in words, as far as they are known. */
export function deviceName({ browser, os }: Pick<Session, 'browser' | 'os'>): string {
  if (browser !== null && os !== null) return t('sessions.device', { browser, os });
  return browser ?? os ?? t('sessions.unknown_device');
}
