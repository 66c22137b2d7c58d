import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHarness, type Harness } from '../../../test/harness.ts';
import { ensureContact, findContactByAddress, isBlockedAddress, upsertContact } from './index.ts';

let desk: Harness;
beforeAll(async () => {
  desk = await createHarness();
});
afterAll(() => desk.close());

const upsert = (address: string, name: string) =>
  desk.app.deps.work(desk.app.deps.system, (uow) => upsertContact(uow, { address, name }));
const ensure = (address: string, first_name: string, last_name = '') =>
  desk.app.deps.work(desk.app.deps.system, (uow) => ensureContact(uow, { address, first_name, last_name }));

test('a new address becomes a contact in lower case, without a password', async () => {
  const contact = await upsert(' Ana.Souza@Example.COM ', 'Ana Maria de Souza');
  expect(contact).toMatchObject({
    email: 'ana.souza@example.com',
    first_name: 'Ana',
    last_name: 'Maria de Souza',
    enabled: true,
  });
  const { rows } = await desk.pool.query('select type, password_hash from users where id = $1', [contact.id]);
  expect(rows).toEqual([{ type: 'contact', password_hash: null }]);
  expect(await upsert('ANA.SOUZA@example.com', '')).toMatchObject({ id: contact.id, first_name: 'Ana' });
});

test('a name that somebody wrote is kept; one made from the address is replaced', async () => {
  const derived = await upsert('info@example.com', '');
  expect(derived).toMatchObject({ first_name: 'info', last_name: '', name_is_derived: true });
  expect(await upsert('info@example.com', 'info@example.com')).toMatchObject({ first_name: 'info' });
  const named = await upsert('info@example.com', 'Front Desk');
  expect(named).toMatchObject({ id: derived.id, first_name: 'Front', last_name: 'Desk', name_is_derived: false });
  expect(await upsert('info@example.com', 'Somebody Else')).toMatchObject({ first_name: 'Front', last_name: 'Desk' });
  expect(await findContactByAddress(desk.app.deps.db, 'INFO@example.com')).toEqual(named);
});

test("an agent's form names a new contact and never renames a known one", async () => {
  const made = await ensure('new@example.com', ' Noor ', 'Ali');
  expect(made).toMatchObject({ first_name: 'Noor', last_name: 'Ali', name_is_derived: false });
  expect(await ensure('NEW@example.com', 'Other')).toMatchObject({ id: made.id, first_name: 'Noor' });
  const derived = await upsert('plain@example.com', '');
  expect(await ensure('plain@example.com', 'Pla', 'In')).toMatchObject({ id: derived.id, first_name: 'plain' });
});

test('the same new address from many transactions at once is one contact', async () => {
  const contacts = await Promise.all(Array.from({ length: 12 }, (_, i) => upsert('crowd@example.com', `Name ${i}`)));
  expect(new Set(contacts.map((contact) => contact.id)).size).toBe(1);
  const { rows } = await desk.pool.query(`select 1 from users where lower(email) = 'crowd@example.com'`);
  expect(rows).toHaveLength(1);
});

test("an agent's own address is a contact of its own, and a deleted contact's address is free", async () => {
  const agentId = await desk.addAgent({ email: 'writer@desk.test' });
  const contact = await upsert('writer@desk.test', 'Wri Ter');
  expect(contact.id).not.toBe(agentId);
  await desk.pool.query('update users set deleted_at = now() where id = $1', [contact.id]);
  expect(await findContactByAddress(desk.app.deps.db, 'writer@desk.test')).toBeUndefined();
  expect((await upsert('writer@desk.test', 'Wri Ter')).id).not.toBe(contact.id);
});

test('a blocked address is known as such in any case', async () => {
  const { db } = desk.app.deps;
  const contact = await upsert('spam@example.com', 'S Pam');
  expect(await isBlockedAddress(db, 'spam@example.com')).toBe(false);
  await desk.pool.query('update users set enabled = false where id = $1', [contact.id]);
  expect(await isBlockedAddress(db, 'Spam@Example.com')).toBe(true);
  expect(await isBlockedAddress(db, 'unknown@example.com')).toBe(false);
  // A disabled agent is no blocked sender.
  await desk.addAgent({ email: 'off@desk.test', enabled: false });
  expect(await isBlockedAddress(db, 'off@desk.test')).toBe(false);
});
