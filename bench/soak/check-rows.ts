import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskProcess } from './desk-process.ts';
import type { Heard } from './watcher.ts';

/** List totals, jobs, change log and summaries agree with the rows. `since` is the last message from before. Answers what is wrong. */
export async function checkRows(desk: DeskProcess, since = 0): Promise<string[]> {
  const wrong: string[] = [];
  const counts = await desk.rows(
    `with kept as (
       select status_id, coalesce(assigned_user_id, 0) as agent, coalesce(assigned_team_id, 0) as team, sum(n) as n from (
         select status_id, assigned_user_id, assigned_team_id, count as n from conversation_counts union all
         select status_id, assigned_user_id, assigned_team_id, delta from conversation_count_deltas) as both_parts
       group by 1, 2, 3 having sum(n) <> 0),
     counted as (
       select status_id, coalesce(assigned_user_id, 0) as agent, coalesce(assigned_team_id, 0) as team, count(*) as n
       from conversations group by 1, 2, 3)
     (table kept except table counted) union all (table counted except table kept)`,
  );
  for (const row of counts) wrong.push(`the totals differ from the rows: ${JSON.stringify(row)}`);

  // A running job that a newer one of its key replaced has no key any more; if its process dies, nobody needs it.
  const jobs = await desk.rows<{ task: string; queue: string | null; attempts: number; last_error: string | null }>(
    `select task_identifier as task, queue_name as queue, attempts, last_error from graphile_worker.jobs
     where attempts >= max_attempts and key is not null
       or locked_by is not null and locked_by not in (select unnest(worker_pool_ids) from processes)`,
  );
  for (const job of jobs)
    wrong.push(`job ${job.task} of ${job.queue} hangs after ${job.attempts} attempts (${job.last_error})`);
  const queues = await desk.rows<{ queue_name: string }>(
    `select queue_name from graphile_worker._private_job_queues
     where locked_by is not null and locked_by not in (select unnest(worker_pool_ids) from processes)`,
  );
  for (const { queue_name } of queues) wrong.push(`the queue ${queue_name} is held by a process that is dead`);

  const unheard = await desk.rows<{ uuid: string; frames: number }>(
    `select m.uuid, count(e.seq)::int as frames from messages m
     left join events e on e.frame ->> 'type' = 'new_message' and e.frame -> 'data' ->> 'uuid' = m.uuid::text
     where m.id > $1 group by 1 having count(e.seq) <> 1`,
    [since],
  );
  for (const { uuid, frames } of unheard) wrong.push(`message ${uuid} has ${frames} frames in the change log`);

  const summaries = await desk.rows<{ uuid: string }>(
    `select c.uuid from conversations c where c.last_message_at is distinct from
       (select max(m.created_at) from messages m where m.conversation_id = c.id and m.type <> 'activity')`,
  );
  for (const { uuid } of summaries) wrong.push(`the summary of conversation ${uuid} is not that of its last message`);
  return wrong;
}

/** Files on disk that no row knows; a crash leaves a few of each kind. */
export interface Leftovers {
  /** Sources of mails that were sent again, for other reasons than their 250. */
  raw: number;
  media: number;
  /** Files that were being written. */
  unfinished: number;
  missing: string[];
}

/** Compares the storage with its rows. */
export async function findLeftovers(desk: DeskProcess): Promise<Leftovers> {
  const storage = join(desk.data_dir, 'storage');
  const onDisk = listFiles(storage);
  const keys = async (table: string) =>
    new Set(
      (await desk.rows<{ storage_key: string }>(`select storage_key from ${table}`)).map((row) => row.storage_key),
    );
  const raw = await keys('raw_mails');
  const media = await keys('media');
  const isWhole = (name: string) => !name.endsWith('.part');
  return {
    raw: onDisk.filter((name) => name.startsWith('raw/') && isWhole(name) && !raw.has(name)).length,
    media: onDisk.filter((name) => name.startsWith('media/') && isWhole(name) && !media.has(name)).length,
    unfinished:
      onDisk.filter((name) => !isWhole(name)).length +
      readdirSync(join(desk.data_dir, 'outbox')).filter((name) => name.endsWith('.tmp')).length,
    missing: [...raw, ...media].filter((key) => !onDisk.includes(key)),
  };
}

/** Messages that the watcher did not hear of, or heard of twice; a `reload` excuses the former. */
export async function checkHeard(desk: DeskProcess, heard: Heard): Promise<string[]> {
  const rows = await desk.rows<{ uuid: string }>('select uuid from messages');
  const missed = rows.filter(({ uuid }) => !heard.messages.has(uuid)).length;
  const twice = [...heard.messages.values()].filter((times) => times > 1).length;
  return [
    ...(missed > 0 && heard.reloads === 0 ? [`${missed} messages were never heard of on the socket`] : []),
    ...(twice > 0 ? [`${twice} messages were heard of twice on the socket`] : []),
    ...heard.disorder.map((one) => `a frame came out of order: ${one}`),
  ];
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
