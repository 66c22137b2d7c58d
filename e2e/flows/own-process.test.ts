import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { createTransport } from 'nodemailer';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminEmail, adminPassword, type Product, startProduct } from '../../bench/product.ts';
import { openBrowser, supportAddress } from '../desk.ts';
import { customer } from '../letters.ts';
import { newProfile } from '../profiles.ts';
import { openSeat } from '../seat.ts';
import { soon } from '../soon.ts';

let folder: string;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bellhop-e2e-'));
  [product, browser] = await Promise.all([startProduct(folder), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

const windowOn = async (address: string) => (await newProfile(browser, address, {})).newPage();

test('as it is started by an operator: a mail is answered, and nothing is gone after a restart', async () => {
  const seat = await openSeat(await windowOn(product.address), product.address, null);
  const { page, login, list, conversation, composer } = seat;
  await page.goto('/');
  await login.signIn(adminEmail, adminPassword);
  await list.titled('My inbox').waitFor();
  await page.goto('/inboxes/unassigned');
  await page.getByRole('heading', { name: 'No conversations found' }).waitFor();

  const transport = createTransport({ host: '127.0.0.1', port: product.smtp_port, ignoreTLS: true });
  await transport.sendMail({
    from: customer,
    to: supportAddress,
    subject: 'Opening hours',
    text: 'When are you open?',
  });
  transport.close();
  await list.row('Opening hours').click();
  await conversation.shows('Opening hours');
  await composer.startReply();
  await composer.text().pressSequentially('From nine to five.');
  await composer.text().press('Control+Enter');
  const reply = conversation.entry('Reply by Admin');
  await reply.getByText('Kept locally').waitFor();
  const outbox = join(folder, 'outbox');
  const [name] = await readdir(outbox);
  const mail = await simpleParser(await readFile(join(outbox, name!)));
  expect(mail).toMatchObject({ subject: 'Re: Opening hours', text: expect.stringContaining('From nine to five.') });
  expect(seat.problems()).toEqual([]);

  // What runs now is another process; its port is another one, too.
  await page.goto('about:blank');
  await product.stop();
  product = await startProduct(folder);
  const after = await openSeat(await windowOn(product.address), product.address, await product.client());
  await after.page.goto('/inboxes/all');
  await after.list.row('Opening hours').click();
  await after.conversation.shows('Opening hours');
  await soon(() => after.conversation.entries.count()).toBe(2);
  expect(after.problems()).toEqual([]);
});
