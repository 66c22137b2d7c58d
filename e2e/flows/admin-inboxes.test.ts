import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { startImapServer } from '../../apps/server/test/imap-server.ts';
import { freePort } from '../../apps/server/test/machine.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Admin } from '../page-models/admin.ts';
import { soon } from '../soon.ts';

const desk = useDesk();

test('inboxes: listed, created, refused beside the fields, tried, edited and deleted', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('inboxes', 'Inboxes');
  await admin.row('Local mail').getByText('Working').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('link', { name: 'New Inbox' }).click();
  await page.getByRole('button', { name: /^Email/ }).click();
  await admin.save();
  await admin.refused('This cannot be empty').first().waitFor();
  await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
  await page.getByLabel('Name', { exact: true }).fill('Shop');
  await page.getByLabel('From address').fill('Shop <help@shop');
  await page.getByRole('switch', { name: 'Receive from a mailbox' }).click();
  await page.getByLabel('Host').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill('99300');
  await page.getByLabel('User name').fill('help@shop.example');
  await page.getByLabel('Password', { exact: true }).fill('sesame');
  await page.getByLabel('Check every').fill('often');
  await admin.save();
  await admin.refused('This is not a complete address').waitFor();
  await admin.refused('65535').waitFor();
  await admin.refused('Enter a duration such as').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByLabel('From address').fill('Shop <help@shop.example>');
  await page.getByLabel('Port', { exact: true }).fill(String(await freePort()));
  await page.getByLabel('Check every').fill('1m');
  await page.getByRole('button', { name: 'Test connection' }).click();
  await page.getByText('The server refused the connection').waitFor();
  await page.getByText('Check host and port').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('switch', { name: 'Receive from a mailbox' }).click();
  await page.getByText('Mail comes in over the local listener').waitFor();
  await admin.save();
  await admin.row('Shop').waitFor();

  await page.reload();
  await page.getByRole('link', { name: 'Shop' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Shop desk');
  await page.getByLabel('Seconds to take a reply back').fill('70');
  await admin.save();
  await admin.refused('60').waitFor();
  await page.getByLabel('Seconds to take a reply back').fill('20');
  await admin.save();
  await admin.row('Shop desk').waitFor();
  await page.getByRole('switch', { name: 'Enabled: Shop desk' }).click();
  await admin.row('Shop desk').getByText('Switched off').waitFor();
  const { rows } = await desk.pool.query("select enabled, undo_send_seconds from inboxes where name = 'Shop desk'");
  expect(rows).toEqual([{ enabled: false, undo_send_seconds: 20 }]);
  await admin.remove('Shop desk');
  await admin.row('Shop desk').waitFor({ state: 'detached' });
});

test('a mail goes round; a mailbox that stops is told on every page and on its own', async () => {
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('inboxes/1/edit', 'Local mail');
  await page.getByRole('button', { name: 'Test the round trip' }).click();
  await page.getByText('This mailbox sends and receives').waitFor();
  await page.getByText('Came back to a plus address').waitFor();

  const server = await startImapServer();
  const account = { host: server.host, port: server.port, username: server.user, tls_type: 'none' } as const;
  const config = { imap: [{ ...account, password: 'guessed' }], smtp: [] };
  const client = await desk.as();
  const body = { name: 'Shop', from: 'help@shop.example', channel: 'email', config } as const;
  await client.call('inboxes.create', { body });
  await page.getByText('Shop has stopped receiving mail').waitFor();
  await page.getByRole('link', { name: 'See why' }).click();
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor();
  await page.getByText('The mail server does not accept the user name or password').waitFor();
  await page.getByText('Many providers want an app password').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByLabel('Password', { exact: true }).fill(server.password);
  await admin.save();
  await page.getByText('Shop has stopped receiving mail').waitFor({ state: 'detached' });
  await desk.pool.query('update inboxes set enabled = false where id > 1');
  await server.close();
});

test('quarantined mails say where they failed, and are processed again', async () => {
  const { pool, app } = desk;
  const source =
    'From: Mina <mina@mail.example>\r\nTo: support@bellhop.local\r\nSubject: Broken lamp\r\n\r\nIt broke.\r\n';
  await app.deps.storage.put('raw/poison', Buffer.from(source));
  await pool.query(
    `insert into raw_mails (inbox_id, source, storage_key, size, sha256, state, attempts, error, failed_step, subject, sender)
     values (1, 'smtp', 'raw/poison', $1, '', 'quarantined', 3, 'it could not be parsed', 'read', 'Broken lamp', 'mina@mail.example')`,
    [source.length],
  );
  const { page } = await desk.seat(adminEmail);
  const admin = new Admin(page);
  await admin.open('inboxes', 'Inboxes');
  await page.getByRole('link', { name: 'Quarantine, 1 mail' }).click();
  await admin.row('Broken lamp').getByText('Reading it').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await admin.pick('Broken lamp', 'eml');
  expect((await download).suggestedFilename()).toMatch(/^quarantine-\d+\.eml$/);
  await page.getByRole('button', { name: 'Process all again' }).click();
  await page.getByText('Nothing in quarantine').waitFor();
  await desk.until(
    async () => (await pool.query("select 1 from conversations where subject = 'Broken lamp'")).rows[0],
    'the conversation of the replayed mail',
  );
});
