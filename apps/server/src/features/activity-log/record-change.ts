import type { ActivityType, ConfigEntity } from '@bellhop/contract';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { insertActivity } from './activity-log.queries.ts';
import { viaKey } from './record-activity.ts';

type Members = Readonly<Record<string, unknown>>;

/** What stands for a secret in the log: that it changed is told, never what it was. */
const masked = '••••••••••';
const secret = /passw|secret|api_?key|token|credential|private_?key/i;
/** Bookkeeping that says nothing. */
const unsaid = new Set(['id', 'created_at', 'updated_at']);

/**
 * Writes one change to configuration into the activity log, in the transaction of the change, and tells every open client to fetch
 * the like anew (frame `config_changed`). `before` is null for something new, `after` for something deleted; of both only the
 * members that differ are kept, secrets masked. Nothing is written when nothing differs. `name` is what people call it.
 */
export async function recordChange(
  uow: UnitOfWork,
  change: { entity: ConfigEntity; id: number; name: string; before: Members | null; after: Members | null },
): Promise<void> {
  const changes = differences(change.before ?? {}, change.after ?? {});
  if (change.before && change.after && Object.keys(changes).length === 0) return;
  await insertActivity(uow.db, {
    created_at: uow.now,
    activity_type: activityType(change, changes),
    params: { actor_email: uow.actor.email, ...viaKey(uow.actor), name: change.name, changes },
    actor_id: uow.actor.id,
    target_model_type: change.entity,
    target_model_id: change.id,
    ip: uow.actor.ip ?? null,
  });
  uow.broadcast('config_changed', { entity: change.entity }, { to: 'everybody' });
}

/** Blocking an agent and changing what a role allows are deeds of their own (behaviour 9). */
function activityType(
  change: { entity: ConfigEntity; before: Members | null; after: Members | null },
  changes: Differences,
): ActivityType {
  if (!change.before) return `${change.entity}_created`;
  if (!change.after) return `${change.entity}_deleted`;
  if (change.entity === 'agent' && changes.enabled) return change.after.enabled ? 'agent_enabled' : 'agent_disabled';
  if (change.entity === 'role' && changes.permissions) return 'agent_role_permissions_changed';
  return `${change.entity}_changed`;
}

type Differences = Record<string, { before: unknown; after: unknown }>;

/** Each member that is not the same on both sides, null for a side that lacks it. */
export function differences(before: Members, after: Members): Differences {
  const found: Differences = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (unsaid.has(name)) continue;
    const was = before[name] ?? null;
    const is = after[name] ?? null;
    if (canonical(was) === canonical(is)) continue;
    found[name] = { before: maskSecrets(name, was), after: maskSecrets(name, is) };
  }
  return found;
}

function maskSecrets(name: string, value: unknown): unknown {
  if (value === null || value === '' || value === false || value === true) return value;
  if (secret.test(name)) return masked;
  if (Array.isArray(value)) return value.map((item) => maskSecrets('', item));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskSecrets(key, inner)]));
}

/** JSON whose members stand in one order. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
}
