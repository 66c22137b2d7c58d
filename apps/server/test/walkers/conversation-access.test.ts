import { type RouteName, type RouteSpec, type Routes, routes } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHarness, type Harness } from '../harness.ts';
import {
  assign,
  createSituations,
  type HeldConversation,
  type Onlooker,
  openSocket,
  type Situations,
} from '../situations.ts';

/** Every route that names a conversation in its path. */
type ScopedRoute = {
  [K in RouteName]: Routes[K]['path'] extends `${string}/conversations/:uuid${string}` ? K : never;
}[RouteName];
const scoped = Object.entries<RouteSpec>(routes)
  .filter(([, route]) => route.path.includes('/conversations/:uuid'))
  .map(([name]) => name as ScopedRoute);

const kind = { params: { kind: 'note' } };
const draft = { html: '<p>Hm</p>' };
/** Good input for each: a route that is missing here does not compile. */
const inputs: Record<ScopedRoute, { params?: Record<string, string | number>; body?: object }> = {
  'drafts.get': kind,
  'drafts.save': { ...kind, body: { base_version: 0, content: draft } },
  'drafts.discard': kind,
  'drafts.versions': kind,
  'conversations.get': {},
  'conversations.participants': {},
  'conversations.assign_user': { body: { assignee_id: 2 } },
  'conversations.assign_team': { body: { assignee_id: 1 } },
  'conversations.remove_user': {},
  'conversations.remove_team': {},
  'conversations.set_sla': { body: { policy_id: null } },
  'conversations.set_priority': { body: { priority: 'High' } },
  'conversations.set_status': { body: { status: 'Open' } },
  'conversations.set_tags': { body: { tags: '[]' } },
  'conversations.set_attributes': { body: {} },
  'conversations.merge_attributes': { body: {} },
  'conversations.set_contact_attributes': { body: {} },
  'conversations.merge_contact_attributes': { body: {} },
  'conversations.mark_seen': {},
  'messages.mark_unread': {},
  'messages.list': {},
  'messages.get': {},
  'messages.send': { body: { private: true, message: '<p>Hm</p>' } },
  'messages.retry': {},
  'messages.undo': {},
  'messages.preview_reply': { body: { message: '<p>Hm</p>' } },
  'messages.original': {},
  'messages.threading': {},
  'messages.eml': {},
  'causes.list': {},
  'causes.get': { params: { id: 1 } },
  'macros.apply': { params: { id: 1 }, body: [] },
  'ai.summarise': {},
  'ai.suggest_reply': { body: {} },
};

/** What a call must not answer to who may make it in a conversation that is seen. */
const refusals = ['permission.missing', 'conversation.not_found'];

const unknown = '00000000-0000-4000-8000-000000000000';
let desk: Harness;
let all: Situations;
beforeAll(async () => {
  desk = await createHarness();
  all = await createSituations(desk);
  await desk.pool.query(
    `insert into macros (id, name, visibility, visible_when) overriding system value values (1, 'Wave', 'all', '{replying}')`,
  );
});
afterAll(() => desk.close());

async function ask(onlooker: Onlooker, name: ScopedRoute, at: { uuid: string; message_uuid: string }) {
  const { params, body } = inputs[name];
  const answer = await onlooker.client.call(name, { params: { ...at, ...params }, body });
  return { status: answer.status, code: answer.body.code, text: JSON.stringify(answer.body) };
}

/** 403 by the route's own data, 404, or anything else. */
function expected(onlooker: Onlooker, name: ScopedRoute, conversation: HeldConversation): 403 | 404 | 'passes' {
  const { access }: RouteSpec = routes[name];
  if (typeof access === 'object') {
    const wanted = 'permission' in access ? [access.permission] : access.any_of;
    if (!wanted.some((permission) => onlooker.permissions.has(permission))) return 403;
  }
  return all.sees(onlooker, conversation) ? 'passes' : 404;
}

const lastChange = async () => (await desk.pool.query('select max(seq) as seq from events')).rows[0].seq;

describe('every call that names a conversation, in every situation', () => {
  test.each(scoped)('%s', async (name) => {
    const wrong: string[] = [];
    for (const onlooker of all.onlookers) {
      const nowhere = await ask(onlooker, name, { uuid: unknown, message_uuid: unknown });
      for (const conversation of all.conversations) {
        const outcome = expected(onlooker, name, conversation);
        const before = outcome === 'passes' ? null : await lastChange();
        const { status, code, text } = await ask(onlooker, name, conversation);
        const where = `who ${onlooker.name}, ${conversation.name}: ${status} ${code}`;
        if (outcome === 'passes') {
          const isBarred = status === 401 || status >= 500 || refusals.includes(code!);
          if (isBarred) wrong.push(where);
          await assign(desk, conversation.id, conversation);
        } else {
          // Nothing tells one that is there from one that is not, and nothing has happened.
          if (status !== outcome || text !== nowhere.text) wrong.push(where);
          if ((await lastChange()) !== before) wrong.push(`${where}, and something happened`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });

  test('none has been forgotten', () => {
    expect(scoped.toSorted()).toEqual(Object.keys(inputs).toSorted());
  });
});

/** What a list shows of the conversations of this desk; null for a refusal. */
type Showing = (onlooker: Onlooker) => Promise<string[] | null>;

describe('every list shows exactly what its reader may see', () => {
  const visible = (onlooker: Onlooker) => all.conversations.filter((one) => all.sees(onlooker, one));
  const uuids = () => all.conversations.map(({ uuid }) => uuid).join(',');
  const may = (onlooker: Onlooker, name: RouteName) => {
    const { access }: RouteSpec = routes[name];
    // Views are for who may open some list at all.
    if (name.startsWith('views.') && onlooker.name === 'sees nothing') return false;
    return typeof access !== 'object' || !('permission' in access) || onlooker.permissions.has(access.permission);
  };
  const rows = async (onlooker: Onlooker, name: RouteName, options: object = {}) => {
    const answer = await onlooker.client.call(name, options);
    expect(answer.status === 403, `${name} for who ${onlooker.name}: ${answer.status}`).toBe(!may(onlooker, name));
    return answer.status === 200 ? answer.data : null;
  };
  const viewOf = new Map<string, number>();
  const view = async (onlooker: Onlooker) => {
    if (!viewOf.has(onlooker.name)) {
      const filters = [{ model: 'conversations', field: 'subject', operator: 'contains', value: 'zebra' }];
      await onlooker.client.call('views.create', { body: { name: 'Zebras', filters } });
      viewOf.set(onlooker.name, (await onlooker.client.call('views.list_mine')).data[0]!.id);
    }
    return { params: { id: viewOf.get(onlooker.name)! } };
  };
  const contact = async () => (await desk.pool.query("select id from users where type = 'contact'")).rows[0].id;
  const query = { page_size: 100 };
  type Page = { results: { uuid: string }[] } | null;
  const page = (found: unknown) => (found as Page)?.results.map(({ uuid }) => uuid) ?? null;
  const inbox = (name: RouteName, options: object = {}): Showing => {
    return async (onlooker) => page(await rows(onlooker, name, { query, ...options }));
  };
  const everywhere: Record<string, Showing> = {
    'a saved view': async (onlooker) =>
      page(await rows(onlooker, 'views.conversations', { query, ...(await view(onlooker)) })),
    'what a view shows of some': async (onlooker) => {
      const found = await rows(onlooker, 'views.matching', { query: { uuids: uuids() }, ...(await view(onlooker)) });
      return (found as { uuid: string }[] | null)?.map(({ uuid }) => uuid) ?? null;
    },
    "a contact's conversations": async (onlooker) =>
      page(await rows(onlooker, 'contacts.conversations', { params: { id: await contact() } })),
    'search by subject': async (onlooker) => {
      const found = await rows(onlooker, 'search.conversations', { query: { query: 'zebra' } });
      return (found as { uuid: string }[] | null)?.map(({ uuid }) => uuid) ?? null;
    },
    'search in messages': async (onlooker) => {
      const found = await rows(onlooker, 'search.messages', { query: { query: 'zebra' } });
      return (
        (found as { conversation_uuid: string }[] | null)?.map(({ conversation_uuid }) => conversation_uuid) ?? null
      );
    },
    'search by operators': async (onlooker) => {
      const found = await rows(onlooker, 'search.query', { query: { q: 'zebra subject:zebra', limit: 50 } });
      return (
        (found as { results: { conversation: { uuid: string } }[] } | null)?.results.map(
          ({ conversation }) => conversation.uuid,
        ) ?? null
      );
    },
    'drafts of its own': async (onlooker) => {
      await desk.pool.query('delete from drafts');
      await desk.pool.query(
        `insert into drafts (agent_id, conversation_id, kind, version, content, updated_at)
         select $1, id, 'note', 1, $2, now() from conversations`,
        [onlooker.id, { html: '<p>Hm</p>', files: [], typed: {}, recipients: null, macro: null, fields: null }],
      );
      const found = await rows(onlooker, 'drafts.list_mine');
      return (found as { conversation_uuid: string }[]).map(({ conversation_uuid }) => conversation_uuid);
    },
    'what it was told of': async (onlooker) => {
      await desk.pool.query('delete from notifications where agent_id = $1', [onlooker.id]);
      await desk.pool.query(
        `insert into notifications (kind, agent_id, conversation_id, actor_id, created_at)
         select 'assignment', $1, id, $2, now() from conversations`,
        [onlooker.id, all.colleague],
      );
      const found = await rows(onlooker, 'notifications.list');
      const counted = await rows(onlooker, 'notifications.counts');
      const shown = (found as { results: { conversation: { uuid: string } }[] }).results;
      expect(counted).toEqual({ unread: shown.length });
      return shown.map(({ conversation }) => conversation.uuid);
    },
    'previous conversations': async (onlooker) => {
      const [first] = visible(onlooker);
      if (!first) return [];
      const found = await rows(onlooker, 'conversations.get', { params: { uuid: first.uuid } });
      const { previous_conversations } = found as { previous_conversations: { uuid: string }[] };
      expect(previous_conversations.length).toBe(Math.min(10, visible(onlooker).length - 1));
      // It leaves the open one out and stops at ten.
      const missing = visible(onlooker).filter(({ uuid }) => !previous_conversations.some((one) => one.uuid === uuid));
      return [...previous_conversations.map(({ uuid }) => uuid), ...missing.map(({ uuid }) => uuid)];
    },
    'a change of many': async (onlooker) => {
      const action = { type: 'set_priority', priority: 'High' };
      const { data } = await onlooker.client.call('conversations.bulk', {
        body: { uuids: [unknown, ...all.conversations.map(({ uuid }) => uuid)], action },
      });
      // One that is there is refused in the words of one that is not.
      const words = new Set(data.failed.map(({ uuid: _uuid, ...rest }) => JSON.stringify(rest)));
      expect(words.size).toBe(1);
      return data.done;
    },
  };

  test.each(Object.entries(everywhere))('%s', async (_name, showing) => {
    for (const onlooker of all.onlookers) {
      const shown = await showing(onlooker);
      if (shown === null) continue;
      expect(shown.toSorted(), onlooker.name).toEqual(
        visible(onlooker)
          .map(({ uuid }) => uuid)
          .toSorted(),
      );
    }
  });

  const scopes: [name: RouteName, scope: (one: HeldConversation, onlooker: Onlooker) => boolean, team?: 'own'][] = [
    ['conversations.assigned', (one, onlooker) => one.assigned_user_id === onlooker.id],
    ['conversations.unassigned', (one) => one.assigned_user_id === null && one.assigned_team_id === null],
    ['conversations.all', () => true],
    [
      'conversations.team_unassigned',
      (one) => one.assigned_user_id === null && one.assigned_team_id === all.teams.own,
      'own',
    ],
  ];
  test.each(scopes)('%s', async (name, scope, team) => {
    for (const onlooker of all.onlookers) {
      const shown = await inbox(name, team ? { params: { id: all.teams.own } } : {})(onlooker);
      if (shown === null) continue;
      const expected = onlooker.permissions.has('conversations:read')
        ? all.conversations.filter((one) => scope(one, onlooker))
        : [];
      expect(shown.toSorted(), onlooker.name).toEqual(expected.map(({ uuid }) => uuid).toSorted());
      const { data } = await onlooker.client.call('conversations.counts');
      const counts = {
        'conversations.assigned': data.assigned,
        'conversations.unassigned': data.unassigned,
        'conversations.all': data.all,
        'conversations.team_unassigned': data.teams[String(all.teams.own)],
      }[name as 'conversations.all'];
      const total = Object.values(counts ?? {}).reduce((sum, one) => sum + one, 0);
      expect(total, `counts for who ${onlooker.name}`).toBe(shown.length);
    }
  });

  test("a foreign team's list is 403, an unknown one's too", async () => {
    for (const onlooker of all.onlookers) {
      for (const id of [all.teams.foreign, 99_999]) {
        const answer = await onlooker.client.call('conversations.team_unassigned', { params: { id } });
        expect([answer.status, onlooker.name]).toEqual([403, onlooker.name]);
      }
    }
  });

  test('who is where', async () => {
    const socket = await openSocket(all.onlookers[0]!);
    const [place] = all.conversations;
    socket.send(JSON.stringify({ type: 'presence', data: { conversation_uuid: place!.uuid, state: 'viewing' } }));
    const asked = { query: { uuids: uuids() } };
    await desk.until(
      async () => (await all.onlookers[0]!.client.call('presence.list', asked)).data.length > 0,
      'presence',
    );
    for (const onlooker of all.onlookers) {
      const { data } = await onlooker.client.call('presence.list', asked);
      const sees = onlooker.permissions.has('conversations:read') && all.sees(onlooker, place!);
      expect(data?.length ?? 0, onlooker.name).toBe(sees ? 1 : 0);
    }
    await socket.close();
  });
});
