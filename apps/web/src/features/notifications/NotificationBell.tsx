import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import { notificationQueries } from './notifications.api.ts';
import './bell.css';

const load = () => import('./NotificationPanel.tsx');
const NotificationPanel = lazy(load);

interface NotificationBellProps {
  side: 'right' | 'top';
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Stands below the picture, in the tab bar. */
  caption?: ReactNode;
}

/** What the agent was told: how much of it is unread, and behind it the list. */
export function NotificationBell({ side, isOpen, onOpenChange, caption }: NotificationBellProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery(notificationQueries.counts());
  const unread = data?.unread ?? 0;
  const name = unread > 0 ? t('notifications.bell', { n: unread }, unread) : t('notifications.title');
  const bell = (
    <button
      ref={button}
      type="button"
      className="bell"
      aria-label={name}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      data-state={isOpen ? 'open' : 'closed'}
      onPointerEnter={() => void load()}
      onClick={() => onOpenChange(!isOpen)}
    >
      <span className="bell-icon">
        <Bell className={caption ? 'ico-20' : 'ico-18'} aria-hidden />
        {unread > 0 && (
          <span className="bell-count" aria-hidden="true">
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </span>
      {caption}
    </button>
  );
  return (
    <>
      {caption ? (
        bell
      ) : (
        <Tooltip label={name} keys="g n" side="right">
          {bell}
        </Tooltip>
      )}
      {isOpen && (
        <Suspense>
          <NotificationPanel button={button} side={side} onClose={() => onOpenChange(false)} />
        </Suspense>
      )}
    </>
  );
}
