import {
  type NotificationCell,
  type NotificationPreferences,
  type NotificationPreferencesInput,
  notificationChannels,
} from '@bellhop/contract';
import { isOnByDefault, resolveMatrix } from '@bellhop/rules';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { findTimes, listChoices, lockTimes, patchTimes, writeChoices } from './preferences.queries.ts';

/** What an agent wants to be told, where and when. */
export async function readPreferences(db: Reader, agentId: number): Promise<NotificationPreferences> {
  const [choices, times] = await Promise.all([listChoices(db, agentId), findTimes(db, agentId)]);
  return {
    matrix: resolveMatrix(choices),
    ...times,
    updated_at: times.updated_at?.toISOString() ?? null,
  };
}

/**
 * Changes what the actor wants to be told: cells and members that are left out stay. It counts from the next event and the next mail on. Throws
 * config.changed_meanwhile.
 */
export async function savePreferences(
  uow: UnitOfWork,
  { matrix = {}, based_on, ...input }: NotificationPreferencesInput,
): Promise<NotificationPreferences> {
  const { id } = uow.actor;
  const stored = await lockTimes(uow.db, id);
  assertUnchanged(stored, { based_on });
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  await patchTimes(uow.db, id, { ...stored, ...given, updated_at: uow.now });
  const choices = Object.entries(matrix).flatMap(([event, scopes]) =>
    Object.entries(scopes).flatMap(([scope, states]) =>
      notificationChannels.flatMap((channel) => {
        const is_on = states[channel];
        if (is_on === undefined) return [];
        const is_default = isOnByDefault({ event, scope } as NotificationCell, channel) === is_on;
        return [{ event, scope, channel, is_on, is_default }];
      }),
    ),
  );
  if (choices.length > 0) await writeChoices(uow.db, id, choices);
  return readPreferences(uow.db, id);
}
