import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createMailDesk, type MailDesk, plainMail } from '../../../../test/mail-desk.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { renewSettings } from '../../settings/index.ts';
import type { Letter } from './arrival.ts';
import { continueThreads } from './continue-thread.ts';

let desk: MailDesk;
beforeAll(async () => {
  desk = await createMailDesk();
});
afterAll(() => desk.close());
beforeEach(() => set('app.new_conversation_after_closed_days', 30));

async function set(key: string, value: unknown): Promise<void> {
  await desk.pool.query(
    'insert into settings (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
    [key, JSON.stringify(value)],
  );
  await renewSettings(desk.app.deps.db);
}

interface Opened {
  id: number;
  reference_number: string;
  mail_id: string;
  from: string;
}

async function open(subject?: string): Promise<Opened> {
  const from = `${crypto.randomUUID()}@customer.example`;
  const mail_id = `${crypto.randomUUID()}@customer.example`;
  const raw = await desk.take(plainMail({ id: mail_id, from, ...(subject && { subject }) }));
  const { rows } = await desk.pool.query('select id, reference_number from conversations where id = $1', [
    raw.decision.conversation_id,
  ]);
  return { ...rows[0], mail_id, from };
}

async function close(id: number, days: number): Promise<void> {
  await desk.pool.query(
    `update conversations set status_id = (select id from conversation_statuses where name = 'Closed'),
       closed_at = now() - $2 * interval '1 day', resolved_at = now() - $2 * interval '1 day' where id = $1`,
    [id, days],
  );
}

const answer = (to: Opened, headers: string[] = []) =>
  desk.take(plainMail({ from: to.from, headers: [`In-Reply-To: <${to.mail_id}>`, ...headers] }));

async function row(id: number) {
  const { rows } = await desk.pool.query(
    `select c.continues_id, s.name as status from conversations c join conversation_statuses s on s.id = c.status_id where c.id = $1`,
    [id],
  );
  return rows[0];
}

describe('a reply to a conversation that was closed', () => {
  it('opens a new one when that is too long ago, which says what it continues', async () => {
    const old = await open();
    await close(old.id, 31);
    const { decision } = await answer(old);
    const id = decision.conversation_id!;
    expect(id).not.toBe(old.id);
    expect(decision).toMatchObject({
      opened: true,
      evidence: { kind: 'in_reply_to', conversation_id: old.id, closed: true },
    });
    expect(await row(old.id)).toEqual({ continues_id: null, status: 'Closed' });
    expect(await row(id)).toEqual({ continues_id: old.id, status: 'Open' });
    const activity = (await desk.messages(id)).find((entry) => entry.type === 'activity');
    expect(activity?.meta).toMatchObject({ activity_type: 'continued', params: { reference: old.reference_number } });
  });

  it('goes where an earlier reply went, until that is closed for long as well', async () => {
    const old = await open();
    await close(old.id, 31);
    const second = (await answer(old)).decision.conversation_id!;
    expect((await answer(old)).decision).toMatchObject({ conversation_id: second, opened: false });
    await close(second, 3);
    expect((await answer(old)).decision).toMatchObject({ conversation_id: second, opened: false });
    await close(second, 31);
    const third = (await answer(old)).decision.conversation_id!;
    expect(await row(third)).toEqual({ continues_id: second, status: 'Open' });
  });

  it('opens one conversation for several that come together', async () => {
    const old = await open();
    await close(old.id, 31);
    await Promise.all(
      [1, 2, 3].map(() => desk.hand(plainMail({ from: old.from, headers: [`In-Reply-To: <${old.mail_id}>`] }))),
    );
    await answer(old);
    const { rows } = await desk.pool.query('select id from conversations where continues_id = $1', [old.id]);
    expect(rows).toHaveLength(1);
    expect((await desk.messages(rows[0].id)).filter((entry) => entry.type === 'incoming')).toHaveLength(4);
  });

  it('opens one for two inboxes that take their mails in at the same time', async () => {
    const { deps } = desk.app;
    const old = await open();
    await close(old.id, 31);
    const letter = { machine: { kind: 'none' } } as Letter;
    const evidence = { conversation_id: old.id, kind: 'in_reply_to', value: old.mail_id } as const;
    const place = async (uow: UnitOfWork) => {
      const closedBefore = new Date(uow.now.getTime() - 30 * 86_400_000);
      return (await continueThreads(uow.db, [{ letter, evidence }], closedBefore)).get(letter)!;
    };
    const decided = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    const one = deps.work(deps.system, async (uow) => {
      const { continues } = await place(uow);
      await uow.db
        .insertInto('conversations')
        .columns(['contact_id', 'inbox_id', 'status_id', 'continues_id', 'reference_number'])
        .expression((from) =>
          from
            .selectFrom('conversations')
            .select(['contact_id', 'inbox_id', 'status_id', 'id', sql.lit('continued').as('reference_number')])
            .where('id', '=', continues!.id),
        )
        .execute();
      decided.resolve();
      await second.promise;
    });
    await decided.promise;
    const other = deps.work(deps.system, place);
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length > 0;
    }, 'the second inbox to wait for the first');
    second.resolve();
    await one;
    const { rows } = await desk.pool.query('select id from conversations where continues_id = $1', [old.id]);
    expect(await other).toMatchObject({ evidence: { conversation_id: rows[0].id }, continues: null });
    await desk.pool.query('delete from conversations where continues_id = $1', [old.id]);
  });

  it('reopens it when it is not that long ago, when a machine writes, and without the setting', async () => {
    const young = await open();
    await close(young.id, 29);
    expect((await answer(young)).decision).toMatchObject({ conversation_id: young.id });
    expect((await row(young.id)).status).toBe('Open');
    const old = await open();
    await close(old.id, 31);
    expect((await answer(old, ['Auto-Submitted: auto-replied'])).decision).toMatchObject({ conversation_id: old.id });
    expect((await row(old.id)).status).toBe('Closed');
    await set('app.new_conversation_after_closed_days', 0);
    expect((await answer(old)).decision).toMatchObject({ conversation_id: old.id });
    expect((await row(old.id)).status).toBe('Open');
  });
});

describe('the marker in the subject', () => {
  it('is what the setting says, on new conversations and in replies', async () => {
    await set('app.subject_marker', ' [Shop-{ref}]');
    const admin = await desk.as();
    const created = await admin.call('conversations.create', {
      body: {
        inbox_id: 1,
        subject: 'Your order',
        content: '<p>x</p>',
        contact_email: 'lee@customer.example',
        first_name: 'Lee',
      },
    });
    const { subject, reference_number } = created.data;
    expect(subject).toBe(`Your order [Shop-${reference_number}]`);
    const { rows } = await desk.pool.query('select id from conversations where uuid = $1', [created.data.uuid]);
    const own = await desk.take(plainMail({ from: 'lee@customer.example', subject: `Re: ${subject}` }));
    expect(own.decision).toMatchObject({ conversation_id: rows[0].id, evidence: { kind: 'subject_number' } });
  });
});
