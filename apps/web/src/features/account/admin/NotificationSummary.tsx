import type { NotificationPreferences } from '@bellhop/contract';
import { notificationChannels } from '@bellhop/contract/notification-preferences';
import { useFormContext, useWatch } from 'react-hook-form';
import { language, t } from '../../../lib/i18n.ts';
import { cellsOf, eventText, ownEvents, scopeText } from './NotificationMatrix.tsx';

/** What all of it comes to, in words, while it is being chosen. */
export function NotificationSummary() {
  const { control } = useFormContext();
  const matrix = useWatch({ control, name: 'matrix' }) as NotificationPreferences['matrix'];
  const list = new Intl.ListFormat(language(), { type: 'unit' });
  const textOf = (channel: (typeof notificationChannels)[number]) => {
    const events = ownEvents().flatMap((event) => {
      const cells = cellsOf(event);
      const on = cells.filter(({ scope }) => matrix[event]?.[scope]?.[channel]);
      if (on.length === 0) return [];
      const scopes = list.format(on.map(({ scope }) => scopeText(scope)));
      return [cells.length === 1 ? eventText(event) : `${eventText(event)} (${scopes})`];
    });
    return events.join(' · ') || t('account.notifications.nothing');
  };
  return (
    <section className="choices-summary" aria-labelledby="choices-summary" aria-live="off">
      <h2 id="choices-summary">{t('account.notifications.summary')}</h2>
      <dl>
        {notificationChannels.map((channel) => (
          <div key={channel}>
            <dt>{t(`account.notifications.summary.${channel}`)}</dt>
            <dd>{textOf(channel)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
