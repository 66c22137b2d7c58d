import { allPermissions, OperatorSearch, type Permission, SearchAnswer } from '@bellhop/contract';
import { canSeeConversation, parseSearch, type SearchTerm, wordsOf } from '@bellhop/rules';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { followUp, openConversation } from '../../../test/conversations.ts';
import { createHarness, type Harness } from '../../../test/harness.ts';
import type { Actor } from '../../core/actor.ts';
import { type Stages, usualStages } from './find-messages.ts';
import { searchContacts } from './search-contacts.ts';
import { searchConversations } from './search-conversations.ts';
import { searchMessages } from './search-messages.ts';
import { searchQuery } from './search-query.ts';

/** One message with its conversation, as the naive matcher sees it. */
interface Line {
  message_id: number;
  message_uuid: string;
  conversation_id: number;
  uuid: string;
  created_at: Date;
  last_message_at: Date;
  text: string;
  subject: string;
  reference_number: string;
  sender: string;
  to: string[];
  files: string[];
  tags: string[];
  status: string;
  assigned_user_id: number | null;
  assigned_team_id: number | null;
}

const vocabulary = ['lamp', 'lampshade', 'refund', 'Äpfel', '東京都', 'order', 'a', 'late'];
/** Random numbers that are the same each time. */
const random = (() => {
  let state = 7;
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
})();
const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;

let desk: Harness;
let agents: number[];
let team: number;
let lines: Line[];
beforeAll(async () => {
  desk = await createHarness();
  agents = [
    await desk.addAgent({ email: 'ada@desk.test', first_name: 'Ada' }),
    await desk.addAgent({ email: 'bo@desk.test', first_name: 'Bo' }),
  ];
  team = await desk.addTeam('Second line');
  await desk.pool.query("insert into tags (name) values ('vip'), ('late')");
  for (let i = 0; i < 60; i++) {
    // Not in the order of ids, as after an import.
    desk.clock.set(new Date(Date.now() - random(200) * 86_400_000));
    const text = () => Array.from({ length: 1 + random(4) }, () => pick(vocabulary)).join(' ');
    const from = pick(['mina@oak.example', 'bo@fir.example', 'ada@mail.example']);
    const { conversation, message } = await openConversation(desk, {
      from,
      name: '',
      subject: text(),
      text: text(),
      meta: { to: [pick(['help@desk.test', 'shop@desk.test'])] },
    });
    for (let n = random(4); n > 0; n--) await followUp(desk, conversation.id, { text: text(), meta: {} });
    if (random(4) === 0) {
      await desk.pool.query(
        `insert into media (storage_key, filename, content_type, size, model_type, model_id, conversation_id)
         values ('x', $1, 'text/plain', 1, 'messages', $2, $3)`,
        [pick(['invoice.pdf', 'photo_1.png']), message.id, conversation.id],
      );
    }
    await desk.pool.query(
      `update conversations set assigned_user_id = $2, assigned_team_id = $3, status_id = $4 where id = $1`,
      [conversation.id, pick([null, ...agents]), pick([null, team]), pick([1, 3])],
    );
    if (random(3) === 0) {
      await desk.pool.query('insert into conversation_tags select $1, id from tags where name = $2', [
        conversation.id,
        pick(['vip', 'late']),
      ]);
    }
  }
  await desk.pool.query('analyze');
  const { rows } = await desk.pool.query<Line>(
    `select m.id::int as message_id, m.uuid as message_uuid, c.id as conversation_id, c.uuid, m.created_at, c.last_message_at, m.text_content as text,
       c.subject, c.reference_number, lower(trim(u.first_name || ' ' || u.last_name) || E'\n' || u.email) as sender,
       array(select jsonb_array_elements_text(coalesce(m.meta -> 'to', '[]'))) as "to",
       array(select filename from media where model_id = m.id) as files,
       array(select t.name from conversation_tags l join tags t on t.id = l.tag_id where l.conversation_id = c.id) as tags,
       lower(s.name) as status, c.assigned_user_id, c.assigned_team_id
     from messages m join conversations c on c.id = m.conversation_id join users u on u.id = m.sender_id
       join conversation_statuses s on s.id = c.status_id
     where m.type <> 'activity' order by m.created_at desc, m.id desc`,
  );
  lines = rows;
});
afterAll(() => desk.close());

/** Readings of which one goes through the newest messages alone, the others through each of the indexes. */
const ranked = { most: 30, enough: 5 };
const stagings: Record<string, Stages> = {
  usual: usualStages,
  'index only': { newest: 0, near: [1, 2], far: [1, 1], common: 1, conversations: 0, ranked },
  'few newest, then conversations': { newest: 50, near: [1], far: [1], common: 1, conversations: 2_000, ranked },
  'few newest, then further': { newest: 5, near: [1], far: [1], common: 0, conversations: 0, ranked },
  'few newest, then far': {
    newest: 7,
    near: [1],
    far: [2, 3],
    common: 1,
    conversations: 0,
    ranked: { most: 7, enough: 100 },
  },
};

const words = (text: string) => wordsOf(text).map((word) => word.text);
const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

/** Whether words follow each other in a text, the last one as a beginning. */
function has(text: string, typed: string, isPrefix: boolean): boolean {
  const all = words(text);
  if (/\p{Script=Han}/u.test(typed)) return text.includes(typed);
  const wanted = words(typed);
  return all.some((_, start) =>
    wanted.every((word, offset) => {
      const there = all[start + offset];
      return isPrefix && offset === wanted.length - 1 ? there?.startsWith(word) : there === word;
    }),
  );
}

const messageKinds = ['words', 'from', 'to', 'cc', 'has_attachment', 'filename'];

function holds({ condition, is_negated }: SearchTerm, line: Line, isOnMessages: boolean, viewer: Actor): boolean {
  const at = isOnMessages ? line.created_at : line.last_message_at;
  const test = (): boolean => {
    switch (condition.kind) {
      case 'words':
        return (
          has(line.text, condition.text, condition.is_prefix) || has(line.subject, condition.text, condition.is_prefix)
        );
      case 'from':
        return contains(line.sender, condition.value);
      case 'to':
        return line.to.some(
          (address) =>
            address.startsWith(condition.value) || words(address).some((word) => word.startsWith(condition.value)),
        );
      case 'subject':
        return contains(line.subject, condition.value);
      case 'tag':
        return line.tags.includes(condition.value);
      case 'status':
        return line.status === condition.value;
      case 'assignee':
        if (condition.value === 'none') return line.assigned_user_id === null;
        return (
          line.assigned_user_id === (condition.value === 'me' ? viewer.id : agents[condition.value === 'ada' ? 0 : 1])
        );
      case 'team':
        return condition.value === 'none' ? line.assigned_team_id === null : line.assigned_team_id === team;
      case 'has_attachment':
        return line.files.length > 0;
      case 'filename':
        return line.files.some((name) => contains(name, condition.value));
      case 'ref':
        return line.reference_number === condition.value;
      case 'before':
        return at.getTime() < condition.at;
      case 'after':
        return at.getTime() >= condition.at;
      default:
        throw new Error(`no naive ${condition.kind}`);
    }
  };
  return test() !== is_negated;
}

/** What should be found, in its order: conversation and the message that shows it. */
function naive(q: string, viewer: Actor): { uuid: string; message_uuid: string | null }[] {
  const { clauses } = parseSearch(q, 'UTC');
  if (clauses.length === 0) return [];
  const isOnMessages = clauses.flat().some(({ condition }) => messageKinds.includes(condition.kind));
  const order = isOnMessages
    ? lines
    : [...lines].sort(
        (a, b) => b.last_message_at.getTime() - a.last_message_at.getTime() || b.conversation_id - a.conversation_id,
      );
  const seen = new Set<string>();
  return order
    .filter((line) => canSeeConversation(viewer, line))
    .filter((line) => clauses.every((clause) => clause.some((term) => holds(term, line, isOnMessages, viewer))))
    .filter(({ uuid }) => !seen.has(uuid) && seen.add(uuid))
    .map(({ uuid, message_uuid }) => ({ uuid, message_uuid: isOnMessages ? message_uuid : null }));
}

const reading = allPermissions.filter((name) => name.startsWith('conversations:read'));
const viewers = fc
  .record({
    position: fc.constantFrom(0, 1),
    permissions: fc.oneof(fc.constant(reading), fc.subarray(reading)),
    team_ids: fc.constantFrom<number[]>([], [0]),
  })
  .map(
    ({ position, permissions, team_ids }): Actor => ({
      kind: 'agent',
      id: agents[position]!,
      first_name: 'A',
      last_name: '',
      email: 'a@desk.test',
      permissions: new Set<Permission>(permissions),
      roles: [],
      team_ids: team_ids.map(() => team),
      created_at: new Date(0),
    }),
  );

const today = new Date().toISOString().slice(0, 10);
const lastMonths = new Date(Date.now() - 50 * 86_400_000).toISOString().slice(0, 10);
const terms = fc.constantFrom(
  ...vocabulary,
  'lam*',
  'äp*',
  '"lamp refund"',
  '"refund a*"',
  '京都',
  '東',
  '東京都',
  'from:oak',
  'from:bo@',
  'from:ada',
  'to:shop',
  'to:help@desk.test',
  'to:desk',
  'subject:lamp',
  'subject:amp',
  'tag:vip',
  'tag:late',
  'tag:none-such',
  'status:open',
  'status:resolved',
  'assignee:me',
  'assignee:none',
  'assignee:ada',
  'team:none',
  'team:second',
  'has:attachment',
  'filename:invoice',
  'filename:o_1',
  'ref:105',
  `before:${today}`,
  `after:${today}`,
  `after:${lastMonths}`,
  `before:${lastMonths}`,
  'nothing-like-it',
);
const queries = fc
  .array(fc.tuple(fc.boolean(), fc.boolean(), terms, fc.constantFrom(' ', ' ', ' OR ')), { minLength: 1, maxLength: 4 })
  .map((parts) =>
    parts
      .map(([a, b, term, glue]) => `${a && b ? '-' : ''}${term}${glue}`)
      .join('')
      .replace(/ OR $/, ''),
  );

test.each(Object.entries(stagings))(
  'finds what a naive matcher finds, and never what a viewer may not see: %s',
  async (_name, stages) => {
    let withHits = 0;
    await fc.assert(
      fc.asyncProperty(viewers, queries, fc.integer({ min: 1, max: 50 }), async (viewer, q, limit) => {
        const expected = naive(q, viewer);
        if (expected.length > 0) withHits += 1;
        const asked: OperatorSearch = { q, sort: 'newest', limit };
        const found: { uuid: string; message_uuid: string | null }[] = [];
        for (;;) {
          const page = await searchQuery(desk.app.deps, viewer, asked, stages);
          expect(page.is_partial).toBe(false);
          found.push(...page.results.map((hit) => ({ uuid: hit.conversation.uuid, message_uuid: hit.message_uuid })));
          if (!page.next_cursor) break;
          asked.cursor = page.next_cursor;
        }
        expect(found, q).toEqual(expected);
        const best: string[] = [];
        const askedBest: OperatorSearch = { q, sort: 'best', limit: Math.max(limit, 10) };
        for (;;) {
          const page = await searchQuery(desk.app.deps, viewer, askedBest, stages);
          best.push(...page.results.map((hit) => hit.conversation.uuid));
          if (!page.next_cursor) break;
          askedBest.cursor = page.next_cursor;
        }
        expect(best.sort(), q).toEqual(expected.map(({ uuid }) => uuid).sort());
      }),
      { numRuns: 60 },
    );
    expect(withHits).toBeGreaterThan(3);
  },
);

test.each(Object.entries(stagings))('messages by words and their beginnings: %s', async (_name, stages) => {
  const typed = fc.array(fc.constantFrom('lam', 'lamp', 'ref', 'refund', 'äpf', '京都', 'ord', 'late'), {
    minLength: 1,
    maxLength: 3,
  });
  await fc.assert(
    fc.asyncProperty(viewers, typed, async (viewer, parts) => {
      const expected = lines
        .filter((line) => canSeeConversation(viewer, line) && parts.every((part) => has(line.text, part, true)))
        .slice(0, 50);
      const found = await searchMessages(desk.app.deps, viewer, parts.join(' '), stages);
      expect(found.map((message) => message.conversation_uuid)).toEqual(expected.map((line) => line.uuid));
    }),
    { numRuns: 40 },
  );
});

test('whatever is typed is answered', async () => {
  const bits = fc.constantFrom(
    '"',
    '-',
    ':',
    '*',
    ' OR ',
    '|',
    '&',
    '!',
    '<->',
    '(',
    ')',
    "'",
    '\\',
    '%',
    '_',
    '\0',
    '東',
    'ß',
    '👍',
    ' ',
  );
  const names = fc.constantFrom(
    'from',
    'to',
    'cc',
    'subject',
    'tag',
    'assignee',
    'team',
    'inbox',
    'status',
    'priority',
    'has',
    'filename',
    'before',
    'after',
    'ref',
  );
  const term = fc.oneof(
    bits,
    fc.string({ unit: 'binary', maxLength: 6 }),
    names.map((name) => ` ${name}:`),
  );
  const viewer = {
    ...desk.app.deps.system,
    permissions: new Set<Permission>(['conversations:read', 'conversations:read_all']),
  };
  await fc.assert(
    fc.asyncProperty(fc.array(term, { maxLength: 25 }), fc.constantFrom('newest', 'best'), async (parts, sort) => {
      const asked = OperatorSearch.parse({ q: parts.join(''), sort });
      const answer = SearchAnswer.parse(await searchQuery(desk.app.deps, viewer, asked));
      expect(answer.is_partial, asked.q).toBe(false);
      await searchMessages(desk.app.deps, viewer, asked.q);
      await searchConversations(desk.app.deps, viewer, asked.q);
      await searchContacts(desk.app.deps, viewer, asked.q);
    }),
    { numRuns: 150 },
  );
});
