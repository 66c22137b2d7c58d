import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { body, condition, rule } from '../../../../test/automation-rules.ts';
import { createMailDesk, type MailDesk, plainMail, supportAddress } from '../../../../test/mail-desk.ts';
import { always, onEvent, ruleEngine } from '../../../../test/rule-engine.ts';

let desk: MailDesk;
let admin: ApiClient;
let engine: ReturnType<typeof ruleEngine>;

beforeAll(async () => {
  desk = await createMailDesk({ env: { LOG_LEVEL: 'silent' } });
  admin = await desk.as();
  engine = ruleEngine(desk);
  await desk.pool.query("insert into tags (name) values ('VIP'), ('refund')");
}, 120_000);
afterAll(() => desk.close());

/** Lets the queue's two seconds of rest pass at once, and waits for what is queued. */
async function delivered(): Promise<void> {
  await desk.until(async () => {
    await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 second' where state = 'queued'");
    await desk.pool.query("select pg_notify('bellhop_outgoing', '')");
    const { rows } = await desk.pool.query("select 1 from outgoing_mails where state not in ('sent', 'kept_locally')");
    return rows.length === 0;
  }, 'all mail to be sent');
}
const settled = () => desk.until(async () => (await engine.waiting()) === 0, 'all rules to have run');
async function outbox(to: string) {
  const folder = join(desk.config.data_dir, 'outbox');
  const names = await readdir(folder, { recursive: true });
  const mails = await Promise.all(
    names.filter((name) => name.endsWith('.eml')).map(async (name) => simpleParser(await readFile(join(folder, name)))),
  );
  return mails.filter((mail) => [mail.to].flat().some((one) => one?.text.includes(to)));
}

// Lines 22 and 30 to 32 of behaviour 14, from the wire to the outbox.
test('a mail is routed and answered, the answer starts nothing, an agent’s own reply does', async () => {
  const refunds = [
    body({
      actions: [
        { type: 'add_tags', value: ['refund'] },
        { type: 'send_reply', value: ['<p>Dear {{ .Contact.FirstName }}, we look into it.</p>'] },
      ],
    }),
  ];
  await engine.add(admin, rule({ rules: refunds }));
  const says = { field: 'content', operator: 'contains', value: 'money, cash' };
  await engine.add(
    admin,
    rule({
      name: 'Text',
      rules: [
        body({
          groups: [{ logical_op: 'AND', rules: [condition(says)] }],
          actions: [{ type: 'set_priority', value: ['3'] }],
        }),
      ],
    }),
  );
  await engine.add(admin, onEvent(['conversation.message.outgoing'], [{ type: 'add_tags', value: ['VIP'] }]));
  const mail = plainMail({
    from: 'Ana Maria de Souza <ana@customer.example>',
    subject: 'Refund',
    id: 'first@customer.example',
    headers: ['Cc: Boss <boss@customer.example>'],
    body: 'I want my MONEY back',
  });
  const raw = await desk.take(mail);
  const id = raw.decision.conversation_id!;
  await settled();
  expect(await engine.conversation(id)).toMatchObject({ tags: ['refund'], priority_id: 3 });
  await delivered();
  const [sent, ...others] = await outbox('ana@customer.example');
  expect(others).toEqual([]);
  expect(sent!.text).toContain('Dear Ana, we look into it.');
  expect(sent!.cc).toBeUndefined();
  expect(sent!.headers.get('auto-submitted')).toBe('auto-replied');
  expect(sent!.inReplyTo).toBe('<first@customer.example>');
  await settled();
  // It counts as no reply, and no rule for replies ran.
  expect(await engine.conversation(id)).toMatchObject({ tags: ['refund'], first_reply_at: null });
  const { uuid } = await engine.conversation(id);
  const reply = {
    message: '<p>Done</p>',
    private: false,
    to: ['ana@customer.example'],
    cc: [],
    bcc: [],
    attachments: [],
  };
  expect((await admin.call('messages.send', { params: { uuid }, body: reply })).status).toBe(200);
  await delivered();
  await desk.until(async () => (await engine.conversation(id)).tags.includes('VIP'), 'the rule for replies to run');
  expect((await engine.causes(id)).map(({ trace }) => trace.event!.kind)).toEqual([
    'conversation.created',
    'conversation.created',
    'message.delivered',
  ]);
});

test('an out-of-office answer runs no rule; a mailing list is routed and not answered', async () => {
  await desk.pool.query('delete from automation_rules');
  const from = 'Otto Away <otto@customer.example>';
  const raw = await desk.take(plainMail({ from, subject: 'Hello', id: 'otto-1@customer.example' }));
  const id = raw.decision.conversation_id!;
  await engine.add(
    admin,
    onEvent(['conversation.message.incoming', 'conversation.status.change'], [{ type: 'add_tags', value: ['VIP'] }]),
  );
  const away = [
    'Auto-Submitted: auto-replied',
    'In-Reply-To: <otto-1@customer.example>',
    'References: <otto-1@customer.example>',
  ];
  expect((await desk.take(plainMail({ from, subject: 'Away', headers: away }))).decision).toMatchObject({
    conversation_id: id,
  });
  expect((await desk.take(plainMail({ from, subject: 'Re: Hello', headers: away.slice(1) }))).decision).toMatchObject({
    conversation_id: id,
  });
  await settled();
  expect(await engine.causes(id)).toHaveLength(1);

  await engine.add(
    admin,
    always([
      { type: 'send_reply', value: ['<p>Thanks</p>'] },
      { type: 'add_tags', value: ['refund'] },
    ]),
  );
  const list = await desk.take(
    plainMail({
      from: 'News <news@customer.example>',
      subject: 'News',
      to: supportAddress,
      headers: ['List-Id: <news.customer.example>'],
    }),
  );
  await settled();
  const [cause] = await engine.causes(list.decision.conversation_id!);
  expect(cause!.trace.actions.map(({ result, code }) => code ?? result)).toEqual([
    'automation.reply_to_machine',
    'done',
  ]);
});
