import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reply } from './agent.ts';
import type { DeskProcess } from './desk-process.ts';
import type { FarServer } from './sink.ts';
import { messageIdOf } from './sink.ts';

/** What became of the replies. */
export interface ReplyFigures {
  sent_by_smtp: number;
  kept_locally: number;
  /** Mails that came to the far server more than once, each explained by a crash in between. */
  sent_twice: number;
}

/**
 * Every accepted reply is one message and one mail; a second copy at the far server has the same Message-ID and a crash of the
 * product between the two. `crashes` are times in milliseconds, `since` is the last message from before. Answers what is wrong, and the figures.
 */
export async function checkReplies(
  desk: DeskProcess,
  options: { replies: readonly Pick<Reply, 'mark'>[]; far: FarServer; crashes: readonly number[]; since?: number },
): Promise<{ wrong: string[]; figures: ReplyFigures }> {
  const { far, crashes, since = 0 } = options;
  const wrong: string[] = [];
  const rows = await desk.rows<{
    uuid: string;
    text_content: string;
    source_id: string;
    status: string;
    state: string | null;
    attempts: number;
    error: string | null;
  }>(
    `select m.uuid, m.text_content, m.source_id, m.status, o.state, o.attempts, o.error
     from messages m left join outgoing_mails o on o.message_id = m.id where m.type = 'outgoing' and not m.private and m.id > $1
     order by m.id`,
    [since],
  );
  const marked = Map.groupBy(rows, (row) => /(?:soak-reply|load)-\d+-\d+(?= )/.exec(row.text_content)?.[0]);
  for (const { mark } of options.replies) {
    const count = marked.get(mark)?.length ?? 0;
    if (count !== 1) wrong.push(`reply ${mark} was accepted and is stored ${count} times`);
  }
  if (rows.length > options.replies.length) wrong.push(`${rows.length - options.replies.length} replies nobody wrote`);

  const outbox = readOutbox(desk);
  const figures: ReplyFigures = { sent_by_smtp: 0, kept_locally: 0, sent_twice: 0 };
  const expected = new Set<string>();
  for (const row of rows) {
    expected.add(row.source_id);
    if (row.status !== 'sent') wrong.push(`reply ${row.source_id} is ${row.status} (${row.error ?? 'no error'})`);
    // Nothing on the way ever refuses here, and a crash is no attempt.
    if (row.attempts > 1) wrong.push(`reply ${row.source_id} needed ${row.attempts} attempts`);
    const arrivals = far.arrivals.get(row.source_id) ?? [];
    const kept = outbox.filter((mail) => mail.uuid === row.uuid);
    if (row.state === 'sent') {
      figures.sent_by_smtp += 1;
      if (arrivals.length === 0) wrong.push(`reply ${row.source_id} is sent, but never arrived`);
      if (arrivals.length > 1) figures.sent_twice += 1;
      for (const [index, at] of arrivals.entries()) {
        const before = arrivals[index - 1];
        if (before !== undefined && !crashes.some((crash) => crash >= before && crash <= at)) {
          wrong.push(`reply ${row.source_id} was sent twice without a crash in between`);
        }
      }
    } else if (row.state === 'kept_locally') {
      figures.kept_locally += 1;
      if (kept.length !== 1 || kept[0]!.message_id !== row.source_id) {
        wrong.push(`reply ${row.source_id} is kept locally, but the outbox has ${kept.length} files of it`);
      }
    } else wrong.push(`reply ${row.source_id} is still ${row.state} (${row.error ?? 'no error'})`);
  }
  for (const id of far.arrivals.keys()) if (!expected.has(id)) wrong.push(`mail ${id} arrived and is no reply`);
  for (const { message_id } of outbox) {
    if (!expected.has(message_id ?? '')) wrong.push(`mail ${message_id} in the outbox is no reply`);
  }
  if (far.nameless > 0) wrong.push(`${far.nameless} mails arrived without a Message-ID`);
  return { wrong, figures };
}

function readOutbox(desk: DeskProcess): { uuid: string; message_id: string | undefined }[] {
  const folder = join(desk.data_dir, 'outbox');
  // It is made for the first of them.
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .map((name) => ({ uuid: name.slice(0, -4), message_id: messageIdOf(readFileSync(join(folder, name))) }));
}
