import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeskProcess } from './desk-process.ts';
import type { Thread } from './plan-threads.ts';

/** Every accepted mail is one message, in its thread's conversation, in order, with its file. `since` is the last message from before. Answers what is wrong. */
export async function checkMailIn(desk: DeskProcess, threads: readonly Thread[], since = 0): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await desk.rows<{ id: number; source_id: string; conversation_id: number }>(
    "select id::int, source_id, conversation_id from messages where type = 'incoming' and id > $1 order by id",
    [since],
  );
  const bySource = Map.groupBy(rows, (row) => row.source_id);
  const owner = new Map<number, Thread>();
  for (const thread of threads) {
    const found = thread.letters.slice(0, thread.accepted).map(({ message_id }) => {
      const stored = bySource.get(message_id) ?? [];
      bySource.delete(message_id);
      if (stored.length !== 1)
        wrong.push(`mail ${message_id} was answered with 250 and is stored ${stored.length} times`);
      return stored[0];
    });
    const ids = found.flatMap((row) => row?.id ?? []);
    if (ids.some((id, index) => index > 0 && id < ids[index - 1]!)) wrong.push(`thread ${thread.key} is out of order`);
    const conversations = new Set(found.flatMap((row) => row?.conversation_id ?? []));
    if (conversations.size > 1) wrong.push(`thread ${thread.key} is ${conversations.size} conversations`);
    for (const id of conversations) {
      const other = owner.get(id);
      if (other && other !== thread) wrong.push(`threads ${other.key} and ${thread.key} are one conversation`);
      owner.set(id, thread);
    }
  }
  for (const source of bySource.keys()) wrong.push(`message ${source} was never sent`);
  return [...wrong, ...(await checkRawMails(desk)), ...(await checkFiles(desk, threads))];
}

async function checkRawMails(desk: DeskProcess): Promise<string[]> {
  const rows = await desk.rows<{ id: number; state: string; error: string | null; attempts: number; reason: string }>(
    `select id::int, state, error, attempts, decision ->> 'reason' as reason from raw_mails
     where state in ('stored', 'quarantined') or (state = 'skipped' and decision ->> 'reason' <> 'duplicate')`,
  );
  return rows.map(
    (row) =>
      `raw mail ${row.id} is ${row.state} after ${row.attempts} attempts (${row.error ?? row.reason ?? 'no reason'})`,
  );
}

async function checkFiles(desk: DeskProcess, threads: readonly Thread[]): Promise<string[]> {
  const wrong: string[] = [];
  const rows = await desk.rows<{ filename: string; storage_key: string; source_id: string | null }>(
    `select media.filename, media.storage_key, messages.source_id from media
     left join messages on media.model_type = 'messages' and messages.id = media.model_id`,
  );
  const byMessage = Map.groupBy(rows, (row) => row.source_id);
  for (const orphan of byMessage.get(null) ?? []) wrong.push(`file ${orphan.filename} belongs to no message`);
  for (const { letters, accepted } of threads) {
    for (const { message_id, file } of letters.slice(0, accepted)) {
      const stored = byMessage.get(message_id) ?? [];
      const wanted = file ? 1 : 0;
      if (stored.length !== wanted) wrong.push(`mail ${message_id} has ${stored.length} files instead of ${wanted}`);
      for (const { storage_key } of stored) {
        const bytes = readFileSync(join(desk.data_dir, 'storage', storage_key));
        if (createHash('sha256').update(bytes).digest('hex') !== file?.sha256) {
          wrong.push(`the file of mail ${message_id} has other bytes than were sent`);
        }
      }
    }
  }
  return wrong;
}

/** The longest time in seconds from a mail's 250 to its message, crashes included. */
export async function longestWait(desk: DeskProcess): Promise<number> {
  const [row] = await desk.rows<{ seconds: number }>(
    'select coalesce(max(extract(epoch from processed_at - received_at)), 0)::float8 as seconds from raw_mails',
  );
  return Math.round(row!.seconds * 10) / 10;
}
