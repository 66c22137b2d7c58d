import type { PushSubscription } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Monitor, Smartphone } from 'lucide-react';
import { useId, useRef } from 'react';
import { toApiError } from '../../lib/api.ts';
import { fullDate, relativeTime } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { StateLabel } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EntryList, EntryRow } from '../../ui/EntryList.tsx';
import { Switch } from '../../ui/Toggle.tsx';
import { toast } from '../../ui/toast.ts';
import { useTextAt } from '../../ui/use-now.ts';
import { ErrorPanel } from '../../ui/Void.tsx';
import { deviceName, isHandheld } from '../sessions/index.ts';
import { PushRefused, pushObstacle, pushQueries, useRemovePush, useTestPush, useTurnPush } from './push.api.ts';

/** Notifications of the browser: on or off here, and the browsers in which they are on. */
export function PushSection() {
  const title = useId();
  const query = useQuery(pushQueries.list());
  const turn = useTurnPush();
  const list = useRef<HTMLUListElement>(null);
  const obstacle = pushObstacle();
  const here = query.data?.find((one) => one.is_current);
  const change = (on: boolean) => {
    if (turn.isPending || !query.data) return;
    turn.mutate({ on, id: here?.id }, { onError: (error) => toast.error(reasonOf(error)) });
  };
  return (
    <section className="push" aria-labelledby={title}>
      <h2 id={title}>{t('account.push.title')}</h2>
      <Switch
        label={t('account.push.here')}
        help={t(obstacle ? `account.push.${obstacle}` : 'account.push.about')}
        checked={turn.isPending ? turn.variables.on : here !== undefined}
        disabled={!query.data || (obstacle !== null && here === undefined)}
        onChange={(event) => change(event.target.checked)}
      />
      {query.isError && (
        <ErrorPanel
          title={t('account.push.failed')}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      )}
      {query.data && query.data.length > 0 && (
        <EntryList ref={list} label={t('account.push.browsers')}>
          {query.data.map((one) => (
            <BrowserRow key={one.id} browser={one} onGone={() => list.current?.focus()} />
          ))}
        </EntryList>
      )}
    </section>
  );
}

/** One of them; the present one is turned off by the switch above. */
function BrowserRow({ browser, onGone }: { browser: PushSubscription; onGone: () => void }) {
  const { id, is_current, created_at, last_used_at, last_error } = browser;
  const device = deviceName(browser);
  const Icon = isHandheld(browser) ? Smartphone : Monitor;
  const used = useTextAt(60_000, (now) => (last_used_at ? relativeTime(last_used_at, now) : ''));
  const test = useTestPush();
  const remove = useRemovePush();
  const send = () => {
    if (test.isPending) return;
    test.mutate(id, {
      onSuccess: ({ ok, detail }) =>
        ok ? toast.success(t('account.push.tested', { device })) : toast.error(t('account.push.refused', { detail })),
    });
  };
  const end = () => {
    if (!remove.isPending) remove.mutate(id, { onSuccess: onGone });
  };
  return (
    <EntryRow
      icon={<Icon aria-hidden />}
      title={
        <>
          <b>{device}</b>
          {is_current && <StateLabel tone="good">{t('account.push.this')}</StateLabel>}
        </>
      }
      actions={
        <>
          <Button
            size="s"
            aria-disabled={test.isPending}
            aria-label={t('account.push.test_of', { device })}
            onClick={send}
          >
            {t('account.push.test')}
          </Button>
          {!is_current && (
            <Button size="s" aria-label={t('account.push.remove_of', { device })} onClick={end}>
              {t('account.push.remove')}
            </Button>
          )}
        </>
      }
    >
      <span>
        <span>{t('account.push.since', { when: fullDate(created_at) })}</span>
        {used && <span>{t('sessions.last_used', { when: used })}</span>}
      </span>
      {last_error && <span className="error">{t('account.push.refused', { detail: last_error })}</span>}
    </EntryRow>
  );
}

function reasonOf(error: Error): string {
  if (error instanceof PushRefused) return t('account.push.not_allowed');
  // The browser's own push service could not be reached, or is switched off.
  if (error instanceof DOMException) return t('account.push.no_service');
  return toApiError(error).message;
}
