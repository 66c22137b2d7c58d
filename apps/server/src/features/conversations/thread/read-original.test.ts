import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiClient } from '../../../../test/api-client.ts';
import { openConversation } from '../../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../../test/harness.ts';

let desk: Harness;
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness({ roles: ['web', 'worker', 'mail'] });
  admin = await desk.as();
}, 120_000);
afterAll(() => desk.close());

/** Hands a mail over as it stands and waits for the message it becomes. */
async function mailIn(raw: string): Promise<{ uuid: string; message_uuid: string }> {
  const transport = createTransport({ host: '127.0.0.1', port: desk.app.smtpPort()!, ignoreTLS: true });
  await transport.sendMail({ envelope: { from: 'mina@mail.example', to: 'support@bellhop.local' }, raw });
  transport.close();
  return desk.until(async () => {
    const { rows } = await desk.pool.query(
      `select m.uuid as message_uuid, c.uuid from messages m join conversations c on c.id = m.conversation_id
       where m.source_id = $1`,
      [/^Message-ID: <(.*)>$/m.exec(raw)![1]],
    );
    return rows[0];
  }, 'the message');
}

const lines = (...parts: string[]) => parts.join('\r\n');
const head = (id: string) => [
  `Message-ID: <${id}>`,
  'From: =?utf-8?q?Mina_=C3=96ak?= <mina@mail.example>',
  'To: support@bellhop.local',
  'Subject: A lamp',
  'X-Long: one',
  '\ttwo',
];

test('header and source of a mail as it came, and the file byte for byte', async () => {
  const raw = lines(...head('first@mail.example'), '', 'It arrived broken.', '');
  const params = await mailIn(raw);
  const { status, data } = await admin.call('messages.original', { params });
  expect(status).toBe(200);
  expect(data.source).toContain(raw.trimEnd());
  expect(data.is_cut).toBe(false);
  const values = new Map(data.headers.map(({ name, value }) => [name, value]));
  expect(values.get('from')).toBe('Mina Öak <mina@mail.example>');
  expect(values.get('x-long')).toMatch(/^one\s+two$/);

  const path = `/api/v1/conversations/${params.uuid}/messages/${params.message_uuid}/eml`;
  const answer = await admin.fetch(path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('message/rfc822');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="[0-9a-f-]{36}\.eml"/);
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.text()).toBe(data.source);
});

test('why a mail stands where it stands: it began the conversation, or an earlier mail led there', async () => {
  const first = await mailIn(lines(...head('begins@mail.example'), '', 'It arrived broken.', ''));
  const second = await mailIn(
    lines('In-Reply-To: <begins@mail.example>', ...head('goes-on@mail.example'), '', 'And another thing.', ''),
  );
  expect(second.uuid).toBe(first.uuid);
  const why = async (params: typeof first) => (await admin.call('messages.threading', { params })).data;
  const common = { source: 'smtp', inbox: { id: 1, name: 'Local mail' }, continues_closed: false, warnings: [] };
  expect(await why(first)).toMatchObject({ ...common, opened: true, evidence: null });
  expect(await why(second)).toMatchObject({
    ...common,
    opened: false,
    evidence: { kind: 'in_reply_to', value: 'begins@mail.example' },
  });
  await admin.call('messages.send', { params: first, body: { message: '<p>note</p>', private: true } });
  const { rows } = await desk.pool.query('select uuid as message_uuid from messages where private');
  for (const [message_uuid, code] of [
    [rows[0].message_uuid, 'message.no_original'],
    [randomUUID(), 'message.not_found'],
  ]) {
    const { body } = await admin.call('messages.threading', { params: { uuid: first.uuid, message_uuid } });
    expect(body.code).toBe(code);
  }
});

test('a large source is cut at 1 MB, the file is not', async () => {
  const body = Array.from({ length: 20_000 }, (_, n) => `${n} ${'x'.repeat(68)}`);
  const params = await mailIn(lines(...head('large@mail.example'), '', ...body, ''));
  const { data } = await admin.call('messages.original', { params });
  expect([data.is_cut, data.source.length]).toEqual([true, 1024 * 1024]);
  const file = await admin.fetch(`/api/v1/conversations/${params.uuid}/messages/${params.message_uuid}/eml`);
  expect((await file.text()).length).toBeGreaterThan(1_450_000);
});

test('a reply that was kept locally has one, other entries have none', async () => {
  const { conversation, message } = await openConversation(desk);
  const { uuid } = conversation;
  const sent = async (body: object) => (await admin.call('messages.send', { params: { uuid }, body })).data;
  const note = await sent({ message: '<p>Hm</p>', private: true });
  const reply = await sent({ message: '<p>On its way</p>', to: ['mina@mail.example'] });
  const code = async (message_uuid: string) => {
    const { status, body } = await admin.call('messages.original', { params: { uuid, message_uuid } });
    return [status, body.code];
  };
  for (const { uuid: other } of [message, note]) expect(await code(other)).toEqual([404, 'message.no_original']);
  expect(await code(randomUUID())).toEqual([404, 'message.not_found']);
  await desk.until(async () => {
    const { data } = await admin.call('messages.get', { params: { uuid, message_uuid: reply.uuid } });
    return data.delivery?.state === 'kept_locally';
  }, 'the kept mail');
  const { data } = await admin.call('messages.original', { params: { uuid, message_uuid: reply.uuid } });
  expect(data.source).toContain('On its way');
  expect(data.headers.find(({ name }) => name === 'to')?.value).toBe('mina@mail.example');
});

test('only for those who may read the message', async () => {
  const params = await mailIn(lines(...head('secret@mail.example'), '', 'Text', ''));
  await desk.addAgent({ email: 'original-blind@desk.test', permissions: ['conversations:read', 'messages:read'] });
  const blind = await desk.as('original-blind@desk.test');
  for (const route of ['messages.original', 'messages.eml'] as const) {
    expect((await blind.call(route, { params })).status).toBe(404);
  }
});
