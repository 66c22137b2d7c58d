import type { RouteSpec } from '@bellhop/contract';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openConversation } from '../conversations.ts';
import { adminEmail, createHarness, type Harness } from '../harness.ts';
import { ForeignClient, type RawAnswer } from './foreign-client.ts';

export let desk: Harness;
export let client: ForeignClient;
/** Fills the parameters of a path with rows that exist. */
export let ids: Record<string, string | number>;

/** A desk with a row of all that paths name, for the tests of a file. */
export function useBadInputDesk(): void {
  beforeAll(async () => {
    desk = await createHarness();
    client = await ForeignClient.signedIn(desk.app.address()!, adminEmail);
    await desk.pool.query("insert into tags (name) values ('vip')");
    await desk.pool.query(
      `insert into custom_attributes (applies_to, name, key, data_type) values
     ('conversation', 'Order', 'order_no', 'text'), ('contact', 'Plan', 'plan', 'text')`,
    );
    const { conversation, message } = await openConversation(desk);
    await desk.pool.query(`update conversations set custom_attributes = '{"order_no": "A-91"}'`);
    await desk.pool.query(`update users set custom_attributes = '{"plan": "pro"}' where type = 'contact'`);
    const { rows } = await desk.pool.query<{ id: number }>(
      `insert into inboxes (name, "from", address) values ('Second', 'second@desk.test', 'second@desk.test') returning id`,
    );
    const contacts = await desk.pool.query<{ id: number }>("select id from users where type = 'contact' limit 1");
    ids = {
      contact_id: contacts.rows[0]!.id,
      note_id: 1,
      uuid: conversation.uuid,
      message_uuid: message.uuid,
      id: rows[0]!.id,
      code: 'en',
      kind: 'reply',
    };
    // As many as it takes for one with the same id.
    await desk.pool.query(
      `insert into views (user_id, name, filters) select id, 'View', '[]' from users, generate_series(1, $1) where email = $2`,
      [ids.id, adminEmail],
    );
    await desk.pool.query(
      `insert into macros (name, visible_when, visibility) select 'Macro', array['replying'], 'all' from generate_series(1, $1)`,
      [ids.id],
    );
    await desk.pool.query(
      `insert into automation_rules (type, name, rules) select 'new_conversation', 'Rule', '[]' from generate_series(1, $1)`,
      [Math.max(Number(ids.id), 2)],
    );
  });
  afterAll(() => desk.close());
  beforeEach(async () => {
    await desk.pool.query('delete from login_attempts');
  });
}

/** Everything that a refused request may not have touched: whatever writes a row gives it the number of its own transaction. */
export async function snapshot(): Promise<unknown> {
  const tables = ['conversations', 'messages', 'outgoing_mails', 'media', 'inboxes', 'users', 'conversation_tags'];
  const sums = [...tables, 'conversation_seen', 'conversation_participants', 'events', 'settings', 'raw_mails'].map(
    (table) => `(select array[count(*), sum(xmin::text::bigint)]::text from ${table}) as ${table}`,
  );
  return (await desk.pool.query(`select ${sums.join(', ')}`)).rows[0];
}

/** Every request of these tests ends here: never a 500, always the envelope, and a refusal changes nothing. */
export async function judge(send: () => Promise<RawAnswer>, before: unknown): Promise<RawAnswer> {
  const answer = await send();
  const envelope = answer.json();
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.status, answer.text).toBeLessThan(500);
  if (answer.status === 200) return answer;
  expect(envelope).toMatchObject({ status: 'error' });
  expect(envelope.message, answer.text).toMatch(/\w/);
  expect(envelope.error_type, answer.text).toMatch(/^[A-Z]\w+Exception$/);
  expect(envelope).toHaveProperty('data');
  expect(await snapshot(), `refused with ${answer.text}, yet something changed`).toEqual(before);
  return answer;
}

/** Where a route is answered, with rows that exist. */
export const pathOf = (route: RouteSpec) =>
  route.path.replace(/:(\w+)/g, (_, name: string) =>
    String(ids[name === 'id' && route.path.startsWith('/api/v1/contacts/') ? 'contact_id' : name]),
  );
