import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminEmail } from '../harness.ts';
import { createMailDesk, type MailDesk, plainMail } from '../mail-desk.ts';
import { ForeignClient, type RawAnswer } from './foreign-client.ts';

let desk: MailDesk;
let admin: ForeignClient;
let clients: ForeignClient[];
let agentIds: number[];
let teamIds: number[];
beforeAll(async () => {
  desk = await createMailDesk();
  const address = desk.app.address()!;
  admin = await ForeignClient.signedIn(address, adminEmail);
  agentIds = [];
  for (const name of ['ana', 'ben', 'cem']) agentIds.push(await desk.addAgent({ email: `${name}@desk.test` }));
  teamIds = [await desk.addTeam('Orders', agentIds.slice(0, 2)), await desk.addTeam('Returns', agentIds.slice(2))];
  clients = [admin];
  for (const name of ['ana', 'ben', 'cem']) clients.push(await ForeignClient.signedIn(address, `${name}@desk.test`));
  await desk.pool.query("insert into tags (name) values ('a'), ('b'), ('c')");
  await desk.pool.query(
    `insert into custom_attributes (applies_to, name, key, data_type) values ('conversation', 'N', 'n', 'number')`,
  );
});
afterAll(() => desk.close());

async function opened(from: string): Promise<{ uuid: string; base: string; id: number }> {
  const row = await desk.take(plainMail({ from, id: `${from}-first` }));
  const id = row.decision.conversation_id!;
  const { rows } = await desk.pool.query('select uuid from conversations where id = $1', [id]);
  return { uuid: rows[0].uuid, base: `/api/v1/conversations/${rows[0].uuid}`, id };
}

const statuses = (answers: RawAnswer[]) => answers.map(({ status }) => status).sort();

/** Every member of a conversation that changes hands, state or times. */
const props = [
  ...['status', 'priority', 'priority_id', 'assigned_user_id', 'assigned_team_id', 'tags', 'custom_attributes'],
  ...['waiting_since', 'first_reply_at', 'last_reply_at', 'resolved_at', 'closed_at', 'snoozed_until'],
];

/** A small generator of numbers that a seed repeats. */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

test.each([1, 2, 3])(
  'whatever four agents and a customer do at once, the frames tell the state that remains (seed %i)',
  async (seed) => {
    const roll = dice(seed);
    const from = `customer${seed}@mail.example`;
    const { uuid, base, id } = await opened(from);
    const first = (await admin.get(base)).data<Record<string, unknown>>();
    const pick = <T>(list: readonly T[]) => list[roll(list.length)]!;
    const deeds: ((client: ForeignClient) => Promise<RawAnswer>)[] = [
      (client) => client.put(`${base}/assignee/user`, { assignee_id: pick(agentIds) }),
      (client) => client.put(`${base}/assignee/user/remove`),
      (client) => client.put(`${base}/assignee/team`, { assignee_id: pick(teamIds) }),
      (client) => client.put(`${base}/assignee/team/remove`),
      (client) => client.put(`${base}/priority`, { priority: pick(['Low', 'Medium', 'High']) }),
      (client) => client.put(`${base}/status`, { status: pick(['Open', 'Resolved', 'Closed']) }),
      (client) => client.put(`${base}/status`, { status: 'Snoozed', snoozed_until: pick(['1h', '2h']) }),
      (client) => client.post(`${base}/tags`, { tags: JSON.stringify(['a', 'b', 'c'].filter(() => roll(2))) }),
      (client) => client.sendJson('PUT', `${base}/custom-attributes`, roll(2) ? { n: roll(5) } : {}),
      (client) => client.sendJson('POST', `${base}/messages`, { message: `<p>${roll(99)}</p>`, to: [from] }),
      (client) => client.sendJson('POST', `${base}/messages`, { message: `<p>${roll(99)}</p>`, private: true }),
      (client) => client.put(`${base}/last-seen`),
    ];
    const mails: Promise<void>[] = [];
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(clients.flatMap((client) => [pick(deeds)(client), pick(deeds)(client)]));
      // 400: resolved without an agent. Nothing else may be refused, and nothing may break.
      for (const answer of answers) expect([200, 400], answer.text).toContain(answer.status);
      if (round % 3 === 0) {
        const headers = [`In-Reply-To: <${from}-first>`];
        mails.push(desk.hand(plainMail({ from, headers, body: `Letter ${round}` })));
      }
    }
    await Promise.all(mails);
    await desk.until(async () => {
      const { rows } = await desk.pool.query(
        `select (select count(*)::int from raw_mails where state = 'stored') as mails,
           (select count(*)::int from outgoing_mails where state in ('queued', 'sending', 'retrying')) as out`,
      );
      return rows[0].mails === 0 && rows[0].out === 0;
    }, 'mail in and out');

    // What a client holds that fetched the conversation at its start and heard every frame since.
    const told: Record<string, unknown> = {};
    let lastMessage: unknown;
    const entries: string[] = [];
    for (const { type, data } of await desk.frames()) {
      if (![data.uuid, data.conversation_uuid].includes(uuid)) continue;
      if (type === 'conversation_prop_update') told[data.prop as string] = data.value;
      if (type === 'conversation_tags_update') told.tags = data.tags;
      if (type === 'new_message') {
        entries.push(data.uuid as string);
        if (data.type !== 'activity') lastMessage = data.content;
      }
    }
    const now = (await admin.get(base)).data<Record<string, unknown>>();
    for (const prop of props) expect([prop, now[prop]]).toEqual([prop, prop in told ? told[prop] : first[prop]]);
    expect(now.last_message).toBe(lastMessage);
    // Every entry was told once, in the order in which the thread has them.
    const { rows } = await desk.pool.query('select uuid from messages where conversation_id = $1 order by created_at', [
      id,
    ]);
    expect(entries).toEqual(rows.map((row) => row.uuid));
    const { rows: sent } = await desk.pool.query(
      "select status from messages where conversation_id = $1 and type = 'outgoing' and not private",
      [id],
    );
    expect(new Set(sent.map((row) => row.status))).toEqual(new Set(sent.length ? ['sent'] : []));
    expect(now.snoozed_until === null).toBe(now.status !== 'Snoozed');
  },
  120_000,
);

test('one file goes with one message, whoever asks first', async () => {
  const { base } = await opened('file@mail.example');
  const upload = await admin.postMultipart('/api/v1/media', {
    files: { filename: 'a.txt', type: 'text/plain', bytes: Buffer.from('a') },
  });
  const { id, uuid } = upload.data<{ id: number; uuid: string }>();
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      admin.sendJson('POST', `${base}/messages`, { private: true, message: '<p>x</p>', attachments: [id] }),
    ),
  );
  expect(statuses(answers)).toEqual([200, 400, 400, 400, 400]);
  const inline = await Promise.all(
    Array.from({ length: 3 }, () =>
      admin.sendJson('POST', `${base}/messages`, { private: true, message: `<img src="/uploads/${uuid}">` }),
    ),
  );
  expect(statuses(inline)).toEqual([200, 200, 200]);
});

test('a failed reply is sent again once, however often somebody presses the button', async () => {
  const { base, id } = await opened('retry@mail.example');
  await admin.sendJson('POST', `${base}/messages`, { message: '<p>x</p>', to: ['retry@mail.example'] });
  await admin.put('/api/v1/inboxes/1/toggle');
  const failed = await desk.until(async () => {
    const { rows } = await desk.pool.query(
      "select uuid from messages where conversation_id = $1 and status = 'failed'",
      [id],
    );
    return rows[0];
  }, 'the failure');
  await admin.put('/api/v1/inboxes/1/toggle');
  const press = () => admin.put(`${base}/messages/${failed.uuid}/retry`);
  expect(statuses(await Promise.all(Array.from({ length: 6 }, press)))).toEqual([200, 400, 400, 400, 400, 400]);
  await desk.until(
    async () => (await admin.get(base)).data<{ last_reply_at: unknown }>().last_reply_at,
    'the delivery',
  );
  const { rows } = await desk.pool.query('select attempts, state from outgoing_mails where conversation_id = $1', [id]);
  expect(rows).toEqual([{ attempts: 1, state: 'kept_locally' }]);
});

test('a new customer who writes to two inboxes while two agents write to her is one contact', async () => {
  await desk.pool.query(`insert into inboxes (name, "from", address) values ('B', 'b@desk.test', 'b@desk.test')`);
  const letter = (to: string) => desk.hand(plainMail({ from: 'Nora <nora@mail.example>', to }), { to });
  const start = () =>
    admin.sendJson('POST', '/api/v1/conversations', {
      inbox_id: 1,
      contact_email: 'NORA@mail.example',
      first_name: 'Nora',
      subject: 'Hello',
      content: '<p>Hello</p>',
      attachments: [],
    });
  const [one, two] = await Promise.all([start(), start(), letter('support@bellhop.local'), letter('b@desk.test')]);
  expect([one!.status, two!.status]).toEqual([200, 200]);
  await desk.until(async () => {
    const { rows } = await desk.pool.query("select 1 from raw_mails where state = 'stored'");
    return rows.length === 0;
  }, 'the mails');
  const { rows } = await desk.pool.query("select count(*)::int as count from users where email = 'nora@mail.example'");
  expect(rows[0].count).toBe(1);
  const { rows: conversations } = await desk.pool.query(
    "select count(*)::int as count from conversations c join users u on u.id = c.contact_id where u.email = 'nora@mail.example'",
  );
  expect(conversations[0].count).toBe(4);
});

test('an agent who loses the conversation while writing is told so, and nothing is stored', async () => {
  const permissions = ['conversations:read', 'conversations:read_assigned', 'messages:read', 'messages:write'];
  const id = await desk.addAgent({ email: 'narrow@desk.test', permissions });
  const narrow = await ForeignClient.signedIn(desk.app.address()!, 'narrow@desk.test');
  for (let i = 0; i < 8; i++) {
    const { base, id: conversationId } = await opened(`lost${i}@mail.example`);
    await admin.put(`${base}/assignee/user`, { assignee_id: id });
    const [written] = await Promise.all([
      narrow.sendJson('POST', `${base}/messages`, { private: true, message: '<p>mine</p>' }),
      admin.put(`${base}/assignee/user`, { assignee_id: agentIds[0]! }),
    ]);
    const { rows } = await desk.pool.query(
      "select count(*)::int as count from messages where conversation_id = $1 and type = 'outgoing'",
      [conversationId],
    );
    // Stored before the change of hands, or not found after it.
    expect([written!.status, rows[0].count]).toEqual(written!.status === 200 ? [200, 1] : [404, 0]);
  }
});

test('parallel logins, visits and logouts of one agent leave no session behind', async () => {
  const id = await desk.addAgent({ email: 'many@desk.test' });
  const address = desk.app.address()!;
  const many = await Promise.all(Array.from({ length: 5 }, () => ForeignClient.signedIn(address, 'many@desk.test')));
  const { base } = await opened('visits@mail.example');
  const visits = await Promise.all(many.flatMap((client) => [client.put(`${base}/last-seen`), client.get(base)]));
  expect(new Set(statuses(visits))).toEqual(new Set([200]));
  await Promise.all(many.map((client) => client.send('GET', '/logout')));
  const { rows } = await desk.pool.query('select count(*)::int as count from sessions where user_id = $1', [id]);
  expect(rows[0].count).toBe(0);
});
