import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { createMailDesk, type MailDesk, plainMail } from '../../../../test/mail-desk.ts';
import type { Work } from '../../../core/unit-of-work.ts';
import { beginIntakeRun, endIntakeRun, storeRawMail } from '../../inboxes/index.ts';
import { processMail } from './process-mail.job.ts';

let desk: MailDesk;
let admin: ApiClient;
beforeAll(async () => {
  // No worker: the tests call the job themselves, so that they see it fail.
  desk = await createMailDesk({ roles: ['web'], env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
});
afterAll(() => desk.close());

const run = () => processMail(desk.app.deps, { inbox_id: 1 });
const last = async () => (await desk.rawMails()).at(-1)!;
const count = async (table: 'conversations' | 'messages' | 'media') => {
  const { rows } = await desk.pool.query(`select count(*)::int as count from ${table}`);
  return rows[0].count;
};

/** Makes every insert of a message whose subject holds a word fail in the database, as a fault in our own code would. */
async function breakOn(word: string): Promise<void> {
  await desk.pool.query(`create or replace function refuse() returns trigger language plpgsql as $$
    begin
      if new.meta ->> 'subject' like '%${word}%' then raise exception 'cannot store ${word}' using errcode = '22023'; end if;
      return new;
    end $$`);
  await desk.pool.query(
    'create or replace trigger refuse before insert on messages for each row execute function refuse()',
  );
}
const repair = () => desk.pool.query('drop trigger if exists refuse on messages');

describe('a mail that cannot be taken in', () => {
  it('waits without holding up the next, is quarantined at the third failure, and is replayed', async () => {
    await breakOn('POISON');
    await desk.hand(plainMail({ subject: 'POISON pill', id: 'poison@customer.example' }));
    await desk.hand(plainMail({ subject: 'harmless' }));
    await run();
    let [poison, harmless] = await desk.rawMails();
    expect(poison).toMatchObject({ state: 'stored', attempts: 1, error: 'cannot store POISON' });
    expect(harmless).toMatchObject({ state: 'processed', attempts: 1 });
    await run();
    expect((await desk.rawMails())[0]).toMatchObject({ attempts: 1 });
    for (const attempts of [2, 3]) {
      desk.clock.advance(61_000);
      await run();
      expect((await desk.rawMails())[0]).toMatchObject({ attempts });
    }
    [poison] = await desk.rawMails();
    expect(poison).toMatchObject({ state: 'quarantined', error: 'cannot store POISON' });
    expect(await count('conversations')).toBe(1);

    const { data } = await admin.call('inboxes.quarantine');
    expect(data).toMatchObject({ total: 1, page: 1 });
    expect(data.results).toMatchObject([
      {
        id: poison?.id,
        inbox_name: 'Local mail',
        step: 'store',
        has_source: true,
        inbox_id: 1,
        attempts: 3,
        error: 'cannot store POISON',
        message_id: 'poison@customer.example',
        subject: 'POISON pill',
        sender: expect.stringContaining('ana@customer.example'),
      },
    ]);
    expect((await admin.call('inboxes.get', { params: { id: 1 } })).data.health.quarantined).toBe(1);
    const eml = await admin.fetch(`/api/v1/inboxes/quarantine/${poison!.id}/eml`);
    expect(eml.headers.get('content-disposition')).toContain(`quarantine-${poison!.id}.eml`);
    expect(await eml.text()).toContain('Subject: POISON pill');

    await repair();
    const replay = () => admin.call('inboxes.replay_mail', { params: { id: poison!.id } });
    expect((await replay()).data).toBe(true);
    await run();
    expect((await desk.rawMails())[0]).toMatchObject({ state: 'processed', error: null });
    expect((await desk.messages()).map((message) => message.meta.subject)).toContain('POISON pill');
    expect((await replay()).body.code).toBe('raw_mail.not_found');
  });

  it('leaves neither conversation nor files behind when it fails half-way', async () => {
    const before = [await count('conversations'), await count('media')];
    await breakOn('HALF');
    await desk.hand(
      plainMail({
        subject: 'HALF',
        from: 'half@customer.example',
        headers: [
          'MIME-Version: 1.0',
          'Content-Type: text/plain; name="a.txt"',
          'Content-Disposition: attachment; filename="a.txt"',
        ],
      }),
    );
    await run();
    await repair();
    expect([await count('conversations'), await count('media')]).toEqual(before);
    const { rows } = await desk.pool.query("select 1 from users where email = 'half@customer.example'");
    expect(rows).toEqual([]);
    desk.clock.advance(61_000);
    await run();
    expect((await last()).state).toBe('processed');
    expect(await count('media')).toBe(before[1] + 1);
  });

  it('is put aside when the process ended with it in hand again and again', async () => {
    await desk.hand(plainMail({ subject: 'killer' }));
    const { id } = await last();
    await desk.pool.query('update raw_mails set attempts = 12 where id = $1', [id]);
    await run();
    expect(await last()).toMatchObject({ state: 'quarantined', error: expect.stringContaining('ended the process') });
  });
});

describe('trouble with storage', () => {
  it('decides nothing and counts for nobody; the mail is taken in when storage is back', async () => {
    await desk.hand(plainMail({ subject: 'while storage is away' }));
    const folder = join(desk.config.data_dir, 'storage');
    await rename(folder, `${folder}-away`);
    await writeFile(folder, 'in the way');
    const before = await count('conversations');
    await run();
    expect(await last()).toMatchObject({ state: 'stored', attempts: 0, error: null });
    expect(await count('conversations')).toBe(before);
    const { rows } = await desk.pool.query("select 1 from graphile_worker.jobs where key = 'mail:1:later'");
    expect(rows).toHaveLength(1);
    await expect(desk.hand(plainMail({ subject: 'refused' }))).rejects.toThrow(/451/);
    await rm(folder);
    await rename(`${folder}-away`, folder);
    await run();
    expect(await last()).toMatchObject({ state: 'processed', attempts: 1 });
    expect(await count('conversations')).toBe(before + 1);
  });

  it('quarantines a mail whose source is gone for good', async () => {
    await desk.hand(plainMail({ subject: 'source lost' }));
    const { rows } = await desk.pool.query('select storage_key from raw_mails order by id desc limit 1');
    await desk.app.deps.storage.remove(rows[0].storage_key);
    for (let i = 0; i < 3; i++) {
      await run();
      desk.clock.advance(61_000);
    }
    expect(await last()).toMatchObject({ state: 'quarantined', error: 'the stored source of the mail is missing' });
  });
});

describe('mails that are taken in together', () => {
  it('come out as one after the other would: answers to each other, the same one twice, newcomers, people with several', async () => {
    const [ana, ben] = ['ana@batch.example', 'ben@batch.example'];
    const answer = (id: string, from: string, to: string) =>
      plainMail({ id: `${id}@batch.example`, from, headers: [`In-Reply-To: <${to}@batch.example>`] });
    const question = plainMail({ id: 'a@batch.example', from: ana, subject: 'First' });
    await desk.hand(question);
    await desk.hand(answer('b', ana, 'a'));
    await desk.hand(question);
    await desk.hand(answer('c', ben, 'b'));
    await desk.hand(plainMail({ id: 'd@batch.example', from: `"Ben Known" <${ben}>`, subject: 'Second' }));
    await desk.hand(plainMail({ id: null, from: ana, subject: 'Third' }));
    await desk.hand(answer('e', ben, 'b'));
    const before = (await desk.rawMails()).length - 7;
    await run();
    const decisions = (await desk.rawMails()).slice(before).map((row) => row.decision);
    expect(decisions.map((one) => one.reason ?? one.evidence?.kind ?? one.outcome)).toEqual([
      'stored',
      'in_reply_to',
      'duplicate',
      'in_reply_to',
      'stored',
      'stored',
      'in_reply_to',
    ]);
    const first = decisions[0]!.conversation_id!;
    expect([1, 3, 6].map((index) => decisions[index]!.conversation_id)).toEqual([first, first, first]);
    const thread = await desk.messages(first);
    expect(thread.map((message) => message.source_id ?? message.meta.activity_type)).toEqual([
      'a@batch.example',
      'b@batch.example',
      'c@batch.example',
      'participant_added',
      'e@batch.example',
    ]);
    const { rows } = await desk.pool.query(
      `select created_at, last_message_at, (select count(*)::int from users where email like '%@batch.example') as people,
         (select count(distinct created_at)::int from messages where conversation_id = $1) as times,
         (select max(created_at) from messages where conversation_id = $1 and type = 'incoming') as latest
       from conversations where id = $1`,
      [first],
    );
    expect(rows[0]).toMatchObject({ people: 2, times: 5, last_message_at: rows[0].latest });
    const frames = (await desk.frames()).filter((frame) => frame.type === 'new_message');
    expect(frames.slice(-7).filter((frame) => thread.some(({ uuid }) => uuid === frame.data.uuid))).toHaveLength(5);
  });
});

describe('a mail that comes while others are taken in', () => {
  const asked = async () => {
    const { rows } = await desk.pool.query("select 1 from graphile_worker.jobs where key = 'mail:1'");
    return rows.length;
  };
  const forget = () => desk.pool.query("select graphile_worker.remove_job('mail:1')");

  it('asks for no job, because the run looks once more at its end', async () => {
    const { deps } = desk.app;
    await forget();
    const other = beginIntakeRun(deps, 1);
    await desk.hand(plainMail({ subject: 'meanwhile' }));
    expect(await asked()).toBe(0);
    endIntakeRun(deps, other);
    await desk.hand(plainMail({ subject: 'afterwards' }));
    expect(await asked()).toBe(1);
    await run();
    expect((await desk.rawMails()).slice(-2).map((mail) => mail.state)).toEqual(['processed', 'processed']);
  });

  it('asks for one when the run ends before the mail is committed', async () => {
    await forget();
    const work: Work = async (actor, body) => {
      const done = await desk.app.deps.work(actor, body);
      endIntakeRun(deps, other);
      return done;
    };
    const deps = { ...desk.app.deps, work };
    const other = beginIntakeRun(deps, 1);
    const arrival = { inbox_id: 1, source: 'smtp' as const, envelope_from: 'a@customer.example', envelope_to: [] };
    await storeRawMail(deps, Buffer.from(plainMail({ subject: 'in between' })), [arrival]);
    expect(await asked()).toBe(1);
    await run();
    expect((await last()).state).toBe('processed');
  });

  it('is taken in by the run, or by a job that the run asks for', async () => {
    await forget();
    for (let i = 0; i < 5; i++) await desk.hand(plainMail({ subject: `before ${i}` }));
    await forget();
    await Promise.all([
      run(),
      ...Array.from({ length: 10 }, (_, i) => desk.hand(plainMail({ subject: `during ${i}` }))),
    ]);
    const waiting = (await desk.rawMails()).filter((mail) => mail.state === 'stored');
    if (waiting.length > 0) expect(await asked()).toBe(1);
    await run();
    expect((await desk.rawMails()).slice(-15).every((mail) => mail.state === 'processed')).toBe(true);
  });
});

describe('more mails than one transaction takes', () => {
  const from = 'hundred@customer.example';
  const texts = Array.from({ length: 120 }, (_, i) => plainMail({ from, id: `hundred-${i}@x.example` }));
  const hundred = async () => (await desk.rawMails()).slice(-texts.length);

  it('are given back whole when the database fails while the next ones are prepared', async () => {
    for (const text of texts) {
      const arrival = { inbox_id: 1, source: 'smtp' as const, envelope_from: from, envelope_to: [] };
      await storeRawMail(desk.app.deps, Buffer.from(text), [arrival]);
    }
    let asked = 0;
    const work: Work = (actor, body) => {
      asked += 1;
      // The first counts attempts.
      if (asked === 2) throw Object.assign(new Error('the server goes down'), { code: '57P01' });
      return desk.app.deps.work(actor, body);
    };
    await processMail({ ...desk.app.deps, work }, { inbox_id: 1 });
    expect(asked).toBeGreaterThan(3);
    for (const mail of await hundred()) expect(mail).toMatchObject({ state: 'stored', attempts: 0 });
  });

  it('are taken in once and in order', async () => {
    await run();
    for (const mail of await hundred()) expect(mail).toMatchObject({ state: 'processed', attempts: 1 });
    const { rows } = await desk.pool.query(
      "select source_id from messages where source_id like 'hundred-%' order by id",
    );
    expect(rows.map((row) => row.source_id)).toEqual(texts.map((_, i) => `hundred-${i}@x.example`));
  });
});

describe('two runs at once', () => {
  it('take every mail in once and in order', async () => {
    const from = 'many@customer.example';
    await desk.hand(plainMail({ from, id: 'many-0@x.example' }));
    for (let i = 1; i <= 20; i++) {
      await desk.hand(
        plainMail({ from, id: `many-${i}@x.example`, headers: [`In-Reply-To: <many-${i - 1}@x.example>`] }),
      );
    }
    await Promise.all([run(), run(), run()]);
    const { rows } = await desk.pool.query(
      "select source_id, conversation_id from messages where source_id like 'many-%' order by id",
    );
    expect(rows.map((row) => row.source_id)).toEqual(Array.from({ length: 21 }, (_, i) => `many-${i}@x.example`));
    expect(new Set(rows.map((row) => row.conversation_id)).size).toBe(1);
  });
});
