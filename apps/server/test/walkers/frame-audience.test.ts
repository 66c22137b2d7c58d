import { type FrameType, frames as frameTypes, type Permission } from '@bellhop/contract';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ApiClient } from '../api-client.ts';
import type { ForeignSocket } from '../contract/foreign-client.ts';
import { createHarness, type Harness } from '../harness.ts';
import { createSituations, type HeldConversation, type Onlooker, openSocket, type Situations } from '../situations.ts';

/** Whom a frame is for: those who see its conversation (and may do something more), the agent concerned, or everybody. */
type For = { conversation: true; permission?: Permission } | 'agent' | 'everybody';
const audiences: Record<FrameType | 'presence_update', For> = {
  new_message: { conversation: true, permission: 'messages:read' },
  message_prop_update: { conversation: true, permission: 'messages:read' },
  message_removed: { conversation: true, permission: 'messages:read' },
  conversation_prop_update: { conversation: true },
  conversation_tags_update: { conversation: true },
  presence_update: { conversation: true },
  draft_changed: 'agent',
  views_changed: 'agent',
  notification: 'agent',
  macros_changed: 'everybody',
  config_changed: 'everybody',
  agent_availability_update: 'everybody',
};
const ofConversation = (Object.keys(audiences) as (keyof typeof audiences)[]).filter(
  (type) => typeof audiences[type] === 'object',
);

let desk: Harness;
let all: Situations;
/** Makes everything happen, and hears everything. */
let admin: ApiClient;
beforeAll(async () => {
  desk = await createHarness();
  all = await createSituations(desk);
  admin = await desk.as();
  await admin.call('tags.create', { body: { name: 'Stripes' } });
});
afterAll(() => desk.close());

let open: ForeignSocket[] = [];
afterEach(async () => {
  await Promise.all(open.map((socket) => socket.close()));
  open = [];
});
const listen = async (client: ApiClient, path?: string) => {
  const socket = await openSocket({ client }, path);
  open.push(socket);
  return socket;
};

/** One frame of every type that belongs to a conversation, out of the deeds that send them. */
async function happen({ uuid }: HeldConversation, priority: 'High' | 'Low'): Promise<void> {
  const at = { params: { uuid } };
  const done = async (answer: Promise<{ status: number; body: { message?: string } }>) => {
    const { status, body } = await answer;
    expect(status, body.message).toBe(200);
  };
  await done(admin.call('messages.send', { ...at, body: { private: true, message: '<p>secret stripes</p>' } }));
  const reply = { message: '<p>secret</p>', to: ['mina@mail.example'], undo: true };
  const { data } = await admin.call('messages.send', { ...at, body: reply });
  await desk.pool.query("update messages set status = 'failed' where uuid = $1", [data.uuid]);
  await desk.pool.query(
    `update outgoing_mails set state = 'failed' where message_id = (select id from messages where uuid = $1)`,
    [data.uuid],
  );
  await done(admin.call('messages.retry', { params: { uuid, message_uuid: data.uuid } }));
  const second = await admin.call('messages.send', { ...at, body: reply });
  await done(admin.call('messages.undo', { params: { uuid, message_uuid: second.data.uuid } }));
  await done(admin.call('conversations.set_priority', { ...at, body: { priority } }));
  const tags = priority === 'High' ? '["Stripes"]' : '[]';
  await done(admin.call('conversations.set_tags', { ...at, body: { tags } }));
}

/** All sockets have heard what was sent before. */
async function settle(sockets: readonly ForeignSocket[]): Promise<void> {
  for (const status of ['away_manual', 'online']) await admin.call('agents.set_availability', { body: { status } });
  for (const socket of sockets) {
    await socket.until(() => socket.frames.at(-1)?.data.availability_status === 'online', 'the mark');
  }
}

/** The types of what a socket has heard of a conversation. */
function heard(socket: ForeignSocket, { uuid }: HeldConversation): string[] {
  const about = socket.frames.filter(({ data }) => [data.uuid, data.conversation_uuid].includes(uuid));
  // A draft is its writer's, wherever it lies.
  return [...new Set(about.map(({ type }) => type))].filter((type) => type !== 'draft_changed').toSorted();
}

function expected(onlooker: Onlooker, conversation: HeldConversation, types: string[] = ofConversation): string[] {
  if (!all.sees(onlooker, conversation)) return [];
  return types
    .filter((type) => {
      const { permission } = audiences[type as FrameType] as { permission?: Permission };
      return !permission || onlooker.permissions.has(permission);
    })
    .toSorted();
}

test('every type of frame has its audience here', () => {
  expect(Object.keys(audiences).toSorted()).toEqual([...Object.keys(frameTypes), 'presence_update'].toSorted());
});

describe('who hears of a conversation', () => {
  const table = (one: (onlooker: Onlooker, conversation: HeldConversation) => string[]) =>
    Object.fromEntries(
      all.onlookers.map((onlooker) => [
        onlooker.name,
        Object.fromEntries(all.conversations.map((conversation) => [conversation.name, one(onlooker, conversation)])),
      ]),
    );

  test('live: those who see it, in every situation and of every type', async () => {
    const sockets = new Map<Onlooker, ForeignSocket>();
    for (const onlooker of all.onlookers) sockets.set(onlooker, await listen(onlooker.client));
    const own = await listen(admin);
    for (const conversation of all.conversations) {
      await happen(conversation, 'High');
      own.send(JSON.stringify({ type: 'presence', data: { conversation_uuid: conversation.uuid, state: 'viewing' } }));
      // One loop tells every socket of the process.
      await own.until(() => heard(own, conversation).includes('presence_update'), 'presence');
    }
    await settle([own, ...sockets.values()]);
    expect(table((onlooker, conversation) => heard(sockets.get(onlooker)!, conversation))).toEqual(
      table((onlooker, conversation) => expected(onlooker, conversation)),
    );
  });

  test('afterwards, and nothing more once roles and teams are lost', async () => {
    const { rows } = await desk.pool.query('select max(seq)::int as seq from events');
    for (const conversation of all.conversations) await happen(conversation, 'Low');
    const replayed = async () => {
      const sockets = new Map<Onlooker, ForeignSocket>();
      for (const onlooker of all.onlookers) {
        const socket = await listen(onlooker.client, `/ws?since=${rows[0].seq}`);
        await socket.until(() => socket.frames.some(({ type }) => type === 'resumed'), 'the end of the replay');
        sockets.set(onlooker, socket);
      }
      return table((onlooker, conversation) => heard(sockets.get(onlooker)!, conversation));
    };
    const logged = ofConversation.filter((type) => type !== 'presence_update');
    expect(await replayed()).toEqual(table((onlooker, conversation) => expected(onlooker, conversation, logged)));

    await desk.pool.query('delete from team_members where team_id = $1 and user_id <> $2', [
      all.teams.own,
      all.colleague,
    ]);
    await desk.pool.query(
      "update roles set permissions = array_remove(array_remove(permissions, 'conversations:read_all'), 'conversations:read_assigned') where name like 'role of %'",
    );
    const lost = table((onlooker, conversation) => {
      const permissions = new Set(onlooker.permissions);
      permissions.delete('conversations:read_all');
      permissions.delete('conversations:read_assigned');
      return expected({ ...onlooker, permissions, team_ids: [] }, conversation, logged);
    });
    expect(await replayed()).toEqual(lost);
  });
});

describe('who hears of anything else', () => {
  test("an agent's own frames reach no one but that agent; what is for everybody reaches those without any permission", async () => {
    await desk.addAgent({ email: 'nobody@desk.test', permissions: [] });
    const [nobody, own] = [await listen(await desk.as('nobody@desk.test')), await listen(admin)];
    const sockets = [nobody, own];
    for (const onlooker of all.onlookers) sockets.push(await listen(onlooker.client));
    const filters = [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'zebra' }];
    await admin.call('views.create', { body: { name: 'Zebras', filters } });
    const [place] = all.conversations;
    await admin.call('drafts.save', {
      params: { uuid: place!.uuid, kind: 'note' },
      body: { base_version: 0, content: { html: '<p>Hm</p>' } },
    });
    const { data: me } = await admin.call('agents.me');
    await desk.addAgent({ email: 'helper@desk.test', roles: ['Admin'] });
    const called = { private: true, message: '<p>look</p>', mentions: [{ type: 'agent', id: me.id }] };
    const mention = await (await desk.as('helper@desk.test')).call('messages.send', {
      params: { uuid: place!.uuid },
      body: called,
    });
    expect(mention.status, mention.body.message).toBe(200);
    await admin.call('tags.create', { body: { name: 'Dots' } });
    await admin.call('macros.create', {
      body: { name: 'Wave', visibility: 'all', visible_when: ['replying'], actions: [], message_content: '<p>Hi</p>' },
    });
    await settle(sockets);
    const typesFor = (kind: For) => Object.keys(audiences).filter((type) => audiences[type as FrameType] === kind);
    const types = (socket: ForeignSocket) => new Set(socket.frames.map(({ type }) => type));
    expect([...types(own)]).toEqual(expect.arrayContaining([...typesFor('agent'), ...typesFor('everybody')]));
    for (const socket of sockets) {
      expect([...types(socket)]).toEqual(expect.arrayContaining(typesFor('everybody')));
      if (socket === own) continue;
      for (const type of typesFor('agent')) {
        expect([...types(socket)]).not.toContain(type);
      }
    }
    expect(JSON.stringify(nobody.frames)).not.toContain(place!.uuid);
  });
});
