import {
  type NotificationCell,
  type NotificationEvent,
  notificationChannels,
  notificationEventPermissions,
  notificationEvents,
  notificationMatrix,
} from '@bellhop/contract/notification-preferences';
import { useController } from 'react-hook-form';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { can } from '../../../lib/session.ts';
import { Checkbox } from '../../../ui/Toggle.tsx';

type Channel = (typeof notificationChannels)[number];

/** The events that can concern whoever looks. */
export function ownEvents(): NotificationEvent[] {
  const needs: Partial<Record<NotificationEvent, Parameters<typeof can>[0]>> = notificationEventPermissions;
  return notificationEvents.filter((event) => needs[event] === undefined || can(needs[event]));
}

export function eventText(event: NotificationEvent): string {
  return t(`account.notifications.event.${event}` as TextKey);
}

export function scopeText(scope: NotificationCell['scope']): string {
  return t(`account.notifications.scope.${scope}` as TextKey);
}

export function channelText(channel: Channel): string {
  return t(`account.notifications.channel.${channel}` as TextKey);
}

/** An event with its scopes; those with a single one need no rows below. */
export function cellsOf(event: NotificationEvent): NotificationCell[] {
  return notificationMatrix[event].map((scope) => ({ event, scope }) as NotificationCell);
}

/** The matrix as a table: events and scopes down, ways across. */
export function MatrixTable() {
  return (
    <table className="choices-table">
      <caption className="vh">{t('account.notifications.what')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('account.notifications.event')}</th>
          {notificationChannels.map((channel) => (
            <th key={channel} scope="col">
              {channelText(channel)}
            </th>
          ))}
        </tr>
      </thead>
      {ownEvents().map((event) => (
        <EventRows key={event} event={event} />
      ))}
    </table>
  );
}

function EventRows({ event }: { event: NotificationEvent }) {
  const cells = cellsOf(event);
  const [only, ...more] = cells;
  if (only && more.length === 0) {
    return (
      <tbody>
        <CellRow cell={only} label={eventText(event)} />
      </tbody>
    );
  }
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={notificationChannels.length + 1}>
          {eventText(event)}
        </th>
      </tr>
      {cells.map((cell) => (
        <CellRow key={cell.scope} cell={cell} label={scopeText(cell.scope)} isInner />
      ))}
    </tbody>
  );
}

function CellRow({ cell, label, isInner }: { cell: NotificationCell; label: string; isInner?: boolean }) {
  return (
    <tr className={isInner ? 'is-inner' : undefined}>
      <th scope="row">{label}</th>
      {notificationChannels.map((channel) => (
        <td key={channel}>
          <CellBox cell={cell} channel={channel} />
        </td>
      ))}
    </tr>
  );
}

/** The matrix as groups one below the other, for narrow screens. */
export function MatrixGroups() {
  return ownEvents().map((event) => (
    <fieldset key={event} className="choices-group">
      <legend>{eventText(event)}</legend>
      {cellsOf(event).map((cell, _index, all) => (
        <div key={cell.scope} className="choices-cell">
          {all.length > 1 && <span className="choices-scope">{scopeText(cell.scope)}</span>}
          {notificationChannels.map((channel) => (
            <CellBox key={channel} cell={cell} channel={channel} isNamed />
          ))}
        </div>
      ))}
    </fieldset>
  ));
}

/** One box; its name says the whole cell where its place does not. */
function CellBox({ cell, channel, isNamed }: { cell: NotificationCell; channel: Channel; isNamed?: boolean }) {
  const { event, scope } = cell;
  const { field } = useController({ name: `matrix.${event}.${scope}.${channel}` });
  const names = [eventText(event), ...(notificationMatrix[event].length > 1 ? [scopeText(scope)] : [])];
  return (
    <Checkbox
      {...(isNamed && { label: channelText(channel) })}
      aria-label={[...names, channelText(channel)].join(', ')}
      checked={Boolean(field.value)}
      onChange={(change) => field.onChange(change.target.checked)}
      ref={field.ref}
    />
  );
}
