import {
  type NotificationCell,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationPreferences,
  type NotificationScope,
  notificationChannels,
  notificationDefaults,
  notificationEvents,
  notificationMatrix,
} from '@bellhop/contract';

/** One cell and channel in which an agent wants something else than the default. */
export interface NotificationChoice {
  event: string;
  scope: string;
  channel: string;
  is_on: boolean;
}

/** Whether a channel is on in a cell of the matrix for whoever chose nothing. */
export function isOnByDefault({ event, scope }: NotificationCell, channel: NotificationChannel): boolean {
  return notificationDefaults[`${event}.${scope}`]?.includes(channel) ?? false;
}

/** The whole matrix of an agent, from what differs from the defaults. Choices about cells that no longer exist count for nothing. */
export function resolveMatrix(choices: readonly NotificationChoice[]): NotificationPreferences['matrix'] {
  const chosen = new Map(choices.map((one) => [`${one.event}.${one.scope}.${one.channel}`, one.is_on]));
  const cellsOf = (event: NotificationEvent) =>
    notificationMatrix[event].map((scope) => {
      const cell = { event, scope } as NotificationCell;
      const states = notificationChannels.map((channel) => [
        channel,
        chosen.get(`${event}.${scope}.${channel}`) ?? isOnByDefault(cell, channel),
      ]);
      return [scope, Object.fromEntries(states)];
    });
  return Object.fromEntries(notificationEvents.map((event) => [event, Object.fromEntries(cellsOf(event))])) as never;
}

/**
 * Where an agent is told of an event that concerns them in some scopes: wherever one of these has a channel on. The scope that is given as the reason
 * is the narrowest of those. Null: they do not want to hear of it.
 */
export function toldOf(
  event: NotificationEvent,
  concerned: ReadonlySet<NotificationScope>,
  choices: readonly NotificationChoice[],
): { scope: NotificationScope; channels: ReadonlySet<NotificationChannel> } | null {
  const row = resolveMatrix(choices.filter((one) => one.event === event))[event];
  const heard = notificationMatrix[event].filter(
    (scope) => concerned.has(scope) && notificationChannels.some((channel) => row[scope]?.[channel]),
  );
  const [scope] = heard;
  if (scope === undefined) return null;
  const isOn = (channel: NotificationChannel) => heard.some((one) => row[one]?.[channel]);
  return { scope, channels: new Set(notificationChannels.filter(isOn)) };
}
