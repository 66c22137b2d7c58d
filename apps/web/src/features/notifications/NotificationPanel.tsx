import type { Notification } from '@bellhop/contract';
import { useInfiniteQuery } from '@tanstack/react-query';
import { BellOff, CheckCheck } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { toApiError } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { focusHome } from '../../ui/focus-home.ts';
import { useFocusOrigin } from '../../ui/focus-origin.ts';
import { useNow } from '../../ui/use-now.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../ui/Void.tsx';
import { dayName } from '../conversations/index.ts';
import { NotificationRow } from './NotificationRow.tsx';
import { notificationQueries, useMarkAllRead, useMarkRead } from './notifications.api.ts';
import './notifications.css';
import '../../ui/menu.css';

interface NotificationPanelProps {
  button: RefObject<HTMLButtonElement | null>;
  side: 'right' | 'top';
  onClose: () => void;
}

/** The list of what the agent was told, by days. Arrows move, Enter opens the message, Escape closes. */
export default function NotificationPanel({ button, side, onClose }: NotificationPanelProps) {
  const list = useRef<HTMLDivElement>(null);
  const isLeaving = useRef(false);
  const focus = useFocusOrigin(button, true);
  const { mutate: markRead } = useMarkRead();
  const open = (one: Notification) => {
    isLeaving.current = true;
    if (one.read_at === null) markRead(one.id);
    onClose();
  };
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Popover.Anchor virtualRef={button as RefObject<HTMLButtonElement>} />
      <Popover.Portal>
        <Popover.Content
          ref={list}
          className="menu news"
          aria-label={t('notifications.title')}
          side={side}
          align="start"
          sideOffset={8}
          collisionPadding={8}
          onKeyDown={moveByArrows}
          onInteractOutside={(event) => {
            // The bell closes it by itself.
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            // Where it leads to takes the focus, if anything there does.
            if (isLeaving.current) {
              event.preventDefault();
              focusHome();
              return;
            }
            focus.giveBack(event);
            if (event.defaultPrevented) return;
            event.preventDefault();
            button.current?.focus();
          }}
        >
          <Body onOpen={open} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

const timePaceMs = 60_000;

function Body({ onOpen }: { onOpen: (one: Notification) => void }) {
  const now = useNow(timePaceMs);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...notificationQueries.list(),
    // What was shown before may have been read, or have become invisible.
    refetchOnMount: 'always',
  });
  const { mutate: markAllRead } = useMarkAllRead();
  const all = data?.pages.flatMap((page) => page.results) ?? [];
  const days = Map.groupBy(all, (one) => dayName(one.created_at, now));
  const hasUnread = all.some((one) => one.read_at === null);
  return (
    <>
      <div className="news-head">
        <h2>{t('notifications.title')}</h2>
        <Button
          size="s"
          tone="quiet"
          icon={<CheckCheck aria-hidden />}
          disabled={!hasUnread}
          onClick={() => markAllRead()}
        >
          {t('notifications.mark_all_read')}
        </Button>
      </div>
      <div className="news-list scroll">
        {!data && error && (
          <ErrorPanel title={t('notifications.failed')} message={toApiError(error).message} onRetry={() => refetch()} />
        )}
        {!data && !error && <Waiting />}
        {data && all.length === 0 && (
          <EmptyState
            icon={<BellOff aria-hidden />}
            title={t('notifications.none')}
            text={t('notifications.none_text')}
          />
        )}
        {[...days].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <h3 className="menu-label">{day}</h3>
            <ul>
              {ofDay.map((one) => (
                <NotificationRow key={one.id} notification={one} now={now} onOpen={onOpen} />
              ))}
            </ul>
          </section>
        ))}
        {hasNextPage && <Older isLoading={isFetchingNextPage} onShown={() => void fetchNextPage()} />}
      </div>
    </>
  );
}

function Waiting() {
  return (
    <div className="news-waiting" aria-hidden="true">
      {[0, 1, 2].map((row) => (
        <div key={row} className="news-row">
          <Skeleton width="28px" height="28px" isRound />
          <span className="news-main">
            <Skeleton width="60%" />
            <Skeleton width="90%" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** Fetches the next page when the end of the list comes into view, or when it is pressed. */
function Older({ isLoading, onShown }: { isLoading: boolean; onShown: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const shown = useRef(onShown);
  shown.current = onShown;
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && shown.current());
    observer.observe(button.current!);
    return () => observer.disconnect();
  }, []);
  return (
    <button ref={button} type="button" className="news-older" disabled={isLoading} onClick={onShown}>
      {t('notifications.older')}
    </button>
  );
}

/** Up and down go from row to row, Home and End to the ends. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('a.news-row')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: Math.max(0, at - 1), Home: 0, End: rows.length - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  rows[Math.min(to, rows.length - 1)]?.focus();
}
