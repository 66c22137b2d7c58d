import { statfs } from 'node:fs/promises';
import * as z from 'zod';
import type { Deps } from '../../core/deps.ts';
import type { LabelledValue, Metrics } from '../../http/metrics.ts';
import { createCache } from '../../lib/cached.ts';
import {
  type InboxFigures,
  inboxFigures,
  type QueueFigures,
  queueFigures,
  type SlowFigures,
  slowFigures,
} from './desk-figures.queries.ts';

/** Name without the product's prefix, meaning, and where in the figures it stands. */
const ofQueues: [name: string, help: string, key: keyof QueueFigures][] = [
  ['jobs_waiting', 'Jobs that are due and not yet done', 'jobs_waiting'],
  ['jobs_oldest_seconds', 'How long the oldest due job has waited', 'jobs_oldest'],
  ['jobs_given_up', 'Jobs that failed too often and are not tried again', 'jobs_failed'],
  ['mails_waiting', 'Stored mails that are not yet processed', 'mails_waiting'],
  ['mails_oldest_seconds', 'How long the oldest of them has waited', 'mails_oldest'],
  ['mails_stored_total', 'Mails ever received', 'mails_stored'],
  ['mails_quarantined', 'Mails that could not be read and wait for somebody to look', 'mails_quarantined'],
  ['outgoing_waiting', 'Replies that have not left yet', 'outgoing_waiting'],
  ['outgoing_oldest_seconds', 'How long the oldest of them has waited', 'outgoing_oldest'],
  ['system_mails_waiting', 'Mails of the desk itself that have not left yet', 'system_mails_waiting'],
  ['system_mails_oldest_seconds', 'How long the oldest of them has waited', 'system_mails_oldest'],
  ['notifications_oldest_seconds', 'How long the mail or push of a notification is overdue', 'notifications_oldest'],
  ['webhooks_waiting', 'Webhook deliveries that are due or wait for a retry', 'webhooks_waiting'],
  ['webhooks_oldest_seconds', 'How long the oldest due delivery is overdue', 'webhooks_oldest'],
  ['webhooks_failed', 'Webhook deliveries of the last 7 days that were given up', 'webhooks_failed'],
  ['webhooks_switched_off', 'Webhooks that were switched off because they failed for a day', 'webhooks_off'],
  ['pushes_waiting', 'Push notifications that have not been handed over yet', 'pushes_waiting'],
  ['pushes_oldest_seconds', 'How long the oldest of them has waited', 'pushes_oldest'],
  [
    'sla_oldest_due_seconds',
    'How long the oldest deadline or alert is due that the sweep has not seen to',
    'sla_oldest',
  ],
  ['automation_tasks_waiting', 'Events that the rules have not been run on', 'automation_tasks_waiting'],
  ['automation_tasks_oldest_seconds', 'How long the oldest of them has waited', 'automation_tasks_oldest'],
];

const LastBackup = z.object({ at: z.iso.datetime() });
const inSeconds = (time: Date | string) => new Date(time).getTime() / 1000;

/**
 * Adds the figures of the whole desk, which every process tells alike: queues, inboxes, processes, database and disk. They are remembered
 * for some seconds, and none of them counts what grows with the desk.
 */
export function registerDeskMetrics(metrics: Metrics, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  for (const [name, help, key] of ofQueues) metrics.figure(name, help, async () => (await queueFigures(db))[key]);
  metrics.figure('database_up', '1 while the database answers this process', () =>
    queueFigures(db).then(
      () => 1,
      () => 0,
    ),
  );

  const ofInboxes = (name: string, help: string, read: (inbox: InboxFigures) => number | null) =>
    metrics.figure(name, help, async () => byInbox(await inboxFigures(db), read), ['inbox', 'name']);
  ofInboxes('inbox_failing', '1 while an inbox cannot be received', ({ is_failing }) => Number(is_failing));
  ofInboxes(
    'inbox_last_success_timestamp_seconds',
    'When a mailbox of the inbox was last read',
    ({ last_success_at }) => last_success_at && inSeconds(last_success_at),
  );
  ofInboxes(
    'inbox_last_error_timestamp_seconds',
    'When reading it last failed',
    ({ last_error_at }) => last_error_at && inSeconds(last_error_at),
  );

  const ofDesk = (name: string, help: string, read: (figures: SlowFigures) => number) =>
    metrics.figure(name, help, async () => read(await slowFigures(db)));
  ofDesk('database_size_bytes', 'Size of the database', ({ database_bytes }) => database_bytes);
  ofDesk('last_backup_timestamp_seconds', 'When the last backup was made, 0 for never', ({ last_backup }) => {
    const read = LastBackup.safeParse(last_backup);
    return read.success ? inSeconds(read.data.at) : 0;
  });
  metrics.figure(
    'processes',
    'Processes that are there, by role',
    async () => countRoles((await slowFigures(db)).roles),
    ['role'],
  );
  metrics.figure('disk_free_bytes', 'Free space where the data folder lies', async () => (await disk.get(config)).free);
  metrics.figure(
    'disk_size_bytes',
    'Size of the disk where the data folder lies',
    async () => (await disk.get(config)).size,
  );
}

function byInbox(inboxes: readonly InboxFigures[], read: (inbox: InboxFigures) => number | null): LabelledValue[] {
  return inboxes.flatMap((inbox) => {
    const value = read(inbox);
    return value === null ? [] : [{ labels: { inbox: String(inbox.id), name: inbox.name }, value }];
  });
}

function countRoles(roles: readonly string[]): LabelledValue[] {
  const counts = Object.entries(Object.groupBy(roles, (role) => role));
  return counts.map(([role, same]) => ({ labels: { role }, value: same?.length ?? 0 }));
}

const disk = createCache(5_000, async ({ data_dir }: Deps['config']) => {
  const { bavail, blocks, bsize } = await statfs(data_dir);
  return { free: bavail * bsize, size: blocks * bsize };
});
