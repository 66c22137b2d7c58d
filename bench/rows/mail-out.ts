import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startSmtpSink } from '../../apps/server/test/smtp-sink.ts';
import type { Product } from '../product.ts';
import { sample, summarise, summaryCells, summaryColumns, table } from '../statistics.ts';

/**
 * What a reply costs beside a note (the same call without a mail), and how fast queued replies of as many conversations leave
 * for a local SMTP server. The queue is held back while it fills, so that only sending is timed.
 */
export async function benchMailOut(product: Product, count: number): Promise<{ text: string }> {
  const client = await product.client();
  const pool = new pg.Pool({ connectionString: product.database_url, max: 1 });
  const sink = await startSmtpSink();
  const listed = (await client.call('inboxes.list')).data[0]!;
  const inbox = (await client.call('inboxes.get', { params: { id: listed.id } })).data;
  const configure = async (smtp: object[]) => {
    const answer = await client.call('inboxes.update', {
      params: { id: inbox.id },
      body: { ...inbox, config: { ...inbox.config, smtp } },
    });
    if (answer.status !== 200) throw new Error(`the inbox answered ${answer.status}: ${answer.body.message}`);
  };
  const { rows } = await pool.query<{ uuid: string }>(
    `select c.uuid from conversations c where inbox_id = $1
      and not exists (select 1 from outgoing_mails m where m.conversation_id = c.id) order by id desc limit $2`,
    [inbox.id, count],
  );
  const send = async (uuid: string, isNote: boolean) => {
    const answer = await client.call('messages.send', {
      params: { uuid },
      body: { message: '<p>Thank you, it is on its way.</p>', private: isNote, to: ['customer@bench.example'] },
    });
    if (answer.status !== 200) throw new Error(`a reply was answered ${answer.status}: ${answer.body.message}`);
  };
  const holdBack = () =>
    pool.query("update outgoing_mails set due_at = now() + interval '1 hour' where state = 'queued'");
  try {
    await configure([{ host: sink.host, port: sink.port, tls_type: 'none', auth_protocol: 'none' }]);
    const replies: number[] = [];
    const notes: number[] = [];
    for (const [index, { uuid }] of rows.entries()) {
      notes.push(...(await sample(1, () => send(uuid, true))));
      replies.push(...(await sample(1, () => send(uuid, false))));
      if (index % 20 === 0) await holdBack();
    }
    await holdBack();
    const before = sink.messages.length;
    const waiting = rows.length - before;
    await pool.query("update outgoing_mails set due_at = now() where state = 'queued'");
    const start = performance.now();
    await pool.query("select pg_notify('bellhop_outgoing', '')");
    const left = async () =>
      (await pool.query("select 1 from outgoing_mails where state in ('queued', 'retrying', 'sending') limit 1"))
        .rowCount;
    while (await left()) await pause(25);
    const rate = waiting / ((performance.now() - start) / 1000);
    const reply = summarise(replies);
    const note = summarise(notes);
    return {
      text: `${table(
        ['posting, ms', ...summaryColumns],
        [
          ['a note', ...summaryCells(note)],
          ['a reply, which is queued as well', ...summaryCells(reply)],
        ],
      )}\nQueueing adds ${(reply.median - note.median).toFixed(1)} ms (medians). Sent to a local SMTP server: ${rate.toFixed(0)} mails a second (${waiting} of ${waiting} conversations).\n`,
    };
  } finally {
    await configure([]);
    await sink.close();
    await pool.end();
  }
}
