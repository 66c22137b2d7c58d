import pg from 'pg';
import { messageWords } from '../apps/server/src/features/conversations/search-words/message-words.ts';
import { type Cell, openCopy } from './copy.ts';
import { createRandom, type Random } from './random.ts';
import { letter, person, subject } from './texts.ts';

export interface SeedSize {
  conversations: number;
  messages_per: number;
  agents: number;
  teams: number;
  seed: number;
}

const day = 86_400_000;
const textIndex = 'message_search_words';
const historyDays = 1_100;
const tagCount = 40;
/** Shares of Open, Snoozed, Resolved; the rest is Closed. */
const shares = { open: 0.03, snoozed: 0.01, resolved: 0.16 };

/**
 * Fills a migrated database with realistic, skewed data by COPY: a few busy agents, little open work, long tails of replies,
 * contacts with many conversations. The same size and seed give the same data, relative to `until`. Reports each step with its seconds.
 */
export async function seedDatabase(
  url: string,
  size: SeedSize,
  report: (step: string, seconds: number) => void,
  until = new Date(),
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const timed = async <T>(step: string, body: () => Promise<T>): Promise<T> => {
    const start = performance.now();
    const result = await body();
    report(step, (performance.now() - start) / 1000);
    return result;
  };
  try {
    const random = createRandom(size.seed);
    // Vacuuming and analysing in between would read everything several times; it is done once at the end.
    for (const table of heavyTables) await client.query(`alter table ${table} set (autovacuum_enabled = off)`);
    await client.query("set maintenance_work_mem = '1GB'");
    const indexes = await timed('secondary indexes dropped', () => dropIndexes(client));
    const people = await timed('agents, teams, contacts, tags', () => seedPeople(url, client, size, random));
    await timed('conversations and messages', () => seedConversations(url, size, random, people, until));
    // The text index last: it is the largest, and has a line of its own in the report.
    const nameOf = (definition: string) => /INDEX (\w+)/.exec(definition)![1]!;
    const isText = (definition: string) => nameOf(definition) === textIndex;
    for (const definition of [...indexes].sort((a, b) => Number(isText(a)) - Number(isText(b)))) {
      await timed(isText(definition) ? `text index ${textIndex}` : `index ${nameOf(definition)}`, () =>
        client.query(definition),
      );
    }
    await timed('totals and sequences', () => finish(client));
    for (const table of heavyTables) await client.query(`alter table ${table} reset (autovacuum_enabled)`);
    await timed('vacuum and statistics', () => client.query('vacuum analyze'));
  } finally {
    await client.end();
  }
}

/** Ids by position of what conversations refer to. */
interface People {
  agents: number[];
  teams: number[];
  /** `folded` is how search compares name and address. */
  contacts: { id: number; folded: string }[];
  tags: number[];
  inbox_id: number;
  statuses: Record<'open' | 'snoozed' | 'resolved' | 'closed', number>;
}

const heavyTables = [
  'conversations',
  'messages',
  'conversation_participants',
  'conversation_tags',
  'message_search',
  'conversation_search',
];

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index i where indrelid = any($1::regclass[])
       and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by 1`,
    [heavyTables],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map((row) => row.definition);
}

async function seedPeople(url: string, client: pg.Client, size: SeedSize, random: Random): Promise<People> {
  const one = async (sql: string) => Number((await client.query(sql)).rows[0].n);
  let id = await one('select coalesce(max(id), 0) as n from users');
  const users = await openCopy(url, 'users', [
    'id',
    'type',
    'first_name',
    'last_name',
    'email',
    'availability_status',
    'created_at',
  ]);
  const searchable = await openCopy(url, 'people_search', ['user_id', 'folded']);
  const agents: number[] = [];
  const contacts: People['contacts'] = [];
  const since = new Date(Date.now() - historyDays * day);
  for (let i = 0; i < size.agents; i++) {
    const { first_name, last_name } = person(random);
    agents.push(++id);
    await users.write([
      id,
      'agent',
      first_name,
      last_name,
      `agent${id}@bench.example`,
      random.pick(['online', 'away', 'offline']),
      since,
    ]);
    await searchable.write([id, `${first_name} ${last_name}\nagent${id}@bench.example`.toLowerCase()]);
  }
  for (let i = 0; i < Math.max(10, Math.round(size.conversations / 4)); i++) {
    const { first_name, last_name } = person(random);
    const email = `${first_name}.${last_name}.${++id}@mail.example`.toLowerCase();
    const folded = `${first_name} ${last_name}\n${email}`.toLowerCase();
    contacts.push({ id, folded });
    await users.write([id, 'contact', first_name, last_name, email, 'offline', since]);
    await searchable.write([id, folded]);
  }
  await users.end();
  await searchable.end();
  const agentRole = await one("select id as n from roles where name = 'Agent'");
  const roles = await openCopy(url, 'user_roles', ['user_id', 'role_id']);
  for (const agent of agents) await roles.write([agent, agentRole]);
  await roles.end();
  const teams: number[] = [];
  for (let i = 0; i < size.teams; i++) {
    teams.push(
      await one(`insert into teams (name) values ('Bench team ${i + 1} of seed ${size.seed}') returning id as n`),
    );
  }
  for (const [position, agent] of agents.entries()) {
    await client.query('insert into team_members values ($1, $2)', [teams[position % teams.length], agent]);
  }
  const tags: number[] = [];
  for (let i = 0; i < tagCount; i++) {
    tags.push(await one(`insert into tags (name) values ('bench-${size.seed}-${i}') returning id as n`));
  }
  const status = (name: string) => one(`select id as n from conversation_statuses where name = '${name}'`);
  return {
    agents,
    teams,
    contacts,
    tags,
    inbox_id: await one('select min(id) as n from inboxes where deleted_at is null'),
    statuses: {
      open: await status('Open'),
      snoozed: await status('Snoozed'),
      resolved: await status('Resolved'),
      closed: await status('Closed'),
    },
  };
}

const conversationColumns = [
  'id',
  'uuid',
  'created_at',
  'updated_at',
  'reference_number',
  'contact_id',
  'inbox_id',
  'status_id',
  'priority_id',
  'assigned_user_id',
  'assigned_team_id',
  'subject',
  'last_message',
  'last_message_at',
  'last_message_sender',
  'last_interaction_at',
  'last_interaction_sender',
  'waiting_since',
  'first_reply_at',
  'last_reply_at',
  'resolved_at',
  'first_resolved_at',
  'closed_at',
  'snoozed_until',
  'next_sla_deadline_at',
  'first_response_deadline_at',
];
const messageColumns = [
  'id',
  'uuid',
  'conversation_id',
  'inbox_id',
  'created_at',
  'updated_at',
  'type',
  'status',
  'private',
  'sender_id',
  'sender_type',
  'content_type',
  'content',
  'text_content',
  'meta',
  'source_id',
];

async function seedConversations(
  url: string,
  size: SeedSize,
  random: Random,
  people: People,
  until: Date,
): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const highest = async (table: string) =>
    Number((await client.query(`select coalesce(max(id), 0) as n from ${table}`)).rows[0].n);
  const firstConversation = (await highest('conversations')) + 1;
  let messageId = await highest('messages');
  const firstReference = Number(
    (await client.query("select nextval('conversation_reference_numbers') as n")).rows[0].n,
  );
  await client.end();

  const conversations = await openCopy(url, 'conversations', conversationColumns);
  const messages = await openCopy(url, 'messages', messageColumns);
  const messageSearch = await openCopy(url, 'message_search', ['message_id', 'conversation_id', 'created_at', 'words']);
  const conversationSearch = await openCopy(url, 'conversation_search', ['conversation_id', 'folded']);
  const participants = await openCopy(url, 'conversation_participants', ['conversation_id', 'user_id']);
  const tags = await openCopy(url, 'conversation_tags', ['conversation_id', 'tag_id']);

  for (const [i, { age, state }] of drawBeginnings(size.conversations, random).entries()) {
    const id = firstConversation + i;
    const uuid = random.uuid();
    const contact = people.contacts[random.skewed(people.contacts.length)]!;
    const isOpen = state === 'open' || state === 'snoozed';
    const created = until.getTime() - age;
    const user = isOpen && random.next() < 0.35 ? null : people.agents[random.skewed(people.agents.length)]!;
    const team = random.next() < (user === null ? 0.5 : 0.7) ? people.teams[random.skewed(people.teams.length)]! : null;
    const agent = user ?? people.agents[0]!;
    const title = subject(random);

    const count = Math.max(1, Math.round(-Math.log(1 - random.next()) * (size.messages_per - 1)) + 1);
    const span = Math.min(age, random.next() * 6 * day);
    const senders = new Set<number>();
    let firstReply: Date | null = null;
    let lastReply: Date | null = null;
    let waiting: Date | null = null;
    let last = { at: new Date(created), text: '', sender: 'contact' };
    for (let m = 0; m < count; m++) {
      const at = new Date(created + (span * m) / Math.max(1, count));
      const kind =
        m === 0 ? 'incoming' : random.pick(['incoming', 'outgoing', 'outgoing', 'note', 'activity'] as const);
      const sender = kind === 'incoming' ? 'contact' : 'agent';
      const text = kind === 'activity' ? 'The status was set to Open' : letter(random, sender);
      const senderId = sender === 'contact' ? contact.id : agent;
      senders.add(senderId);
      messageId += 1;
      const isMail = kind === 'incoming' || kind === 'outgoing';
      const to = kind === 'incoming' ? ['support@bellhop.local'] : undefined;
      const words = messageWords({
        type: kind === 'activity' ? 'activity' : kind === 'incoming' ? 'incoming' : 'outgoing',
        text_content: text,
        sender_id: senderId,
        meta: { to },
        subject: title,
      });
      if (words !== null) {
        // As the function search_words adds them.
        const seconds = at.getTime() / 1000;
        const lexemes = `${words} 'a:${Math.floor(seconds / 2 ** 16)}' 'b:${Math.floor(seconds / 2 ** 20)}'`;
        await messageSearch.write([messageId, id, at, lexemes]);
      }
      const wait = messages.write([
        messageId,
        random.uuid(),
        id,
        people.inbox_id,
        at,
        at,
        kind === 'incoming' ? 'incoming' : kind === 'activity' ? 'activity' : 'outgoing',
        kind === 'incoming' ? 'received' : 'sent',
        !isMail,
        senderId,
        sender,
        kind === 'activity' ? 'text' : 'html',
        kind === 'activity' ? text : `<p>${text}</p>`,
        text,
        to ? JSON.stringify({ to }) : '{}',
        isMail ? `${uuid}-${m}@bench.example` : null,
      ]);
      if (wait) await wait;
      if (kind !== 'activity') last = { at, text: text.slice(0, 500), sender };
      if (kind === 'incoming') waiting ??= at;
      if (kind === 'outgoing') {
        firstReply ??= at;
        lastReply = at;
        waiting = null;
      }
    }
    const end = last.at;
    const isDone = state === 'resolved' || state === 'closed';
    const deadline = isOpen && random.next() < 0.6 ? new Date(created + 8 * 3_600_000) : null;
    const row: Cell[] = [
      id,
      uuid,
      new Date(created),
      end,
      String(firstReference + i),
      contact.id,
      people.inbox_id,
      people.statuses[state],
      random.next() < 0.4 ? random.int(1, 3) : null,
      user,
      team,
      title,
      last.text,
      end,
      last.sender,
      end,
      last.sender,
      isDone ? null : waiting,
      firstReply,
      lastReply,
      isDone ? end : null,
      isDone ? end : null,
      state === 'closed' ? end : null,
      state === 'snoozed' ? new Date(until.getTime() + random.next() * 20 * day) : null,
      deadline,
      deadline,
    ];
    const wait = conversations.write(row);
    if (wait) await wait;
    await conversationSearch.write([id, `${title.toLowerCase()}\n${firstReference + i}\n${contact.folded}`]);
    for (const sender of senders) await participants.write([id, sender]);
    if (random.next() < 0.3) await tags.write([id, people.tags[random.skewed(people.tags.length)]!]);
  }
  for (const writer of [conversations, messages, messageSearch, conversationSearch, participants, tags])
    await writer.end();
}

interface Beginning {
  /** In milliseconds. */
  age: number;
  state: 'open' | 'snoozed' | 'resolved' | 'closed';
}

/** When conversations began and how they stand, the oldest first: rows lie on the disk as they came. */
function drawBeginnings(count: number, random: Random): Beginning[] {
  const beginnings = Array.from({ length: count }, (): Beginning => {
    const draw = random.next();
    const state =
      draw < shares.open
        ? 'open'
        : draw < shares.open + shares.snoozed
          ? 'snoozed'
          : draw < 0.2
            ? 'resolved'
            : 'closed';
    const isOpen = state === 'open' || state === 'snoozed';
    // Open work is young, history is spread over three years.
    return { age: (isOpen ? random.next() ** 3 * 60 : random.next() * historyDays) * day, state };
  });
  return beginnings.sort((a, b) => b.age - a.age);
}

async function finish(client: pg.Client): Promise<void> {
  for (const table of ['users', 'conversations', 'messages']) {
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`);
  }
  await client.query(
    "select setval('conversation_reference_numbers', (select max(reference_number::bigint) from conversations))",
  );
  // In one go: a running product folds the totals every minute.
  await client.query(
    `begin;
     lock table conversation_counts, conversation_count_deltas in access exclusive mode;
     delete from conversation_count_deltas;
     delete from conversation_counts;
     insert into conversation_counts (status_id, assigned_user_id, assigned_team_id, count)
     select status_id, assigned_user_id, assigned_team_id, count(*) from conversations group by 1, 2, 3;
     commit`,
  );
}
