import { expect, test } from 'vitest';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer, lampPicture } from '../letters.ts';
import type { GivenFile } from '../page-models/composer.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query(`update settings set value = '1' where key = 'app.max_file_upload_size'`);
  await pool.query(
    `update settings set value = '["txt","png","pdf"]' where key = 'app.allowed_file_upload_extensions'`,
  );
  await pool.query("update settings set value = '0' where key = 'app.undo_send_seconds'");
  await pool.query('notify bellhop_settings');
  await desk.mail({ from: customer, to: supportAddress, subject: 'Files', text: 'Hello.' });
  await desk.until(async () => (await pool.query('select 1 from conversations')).rows.length === 1, 'the mail');
});

const text = (name: string, size = 5): GivenFile => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(size, 'a') });

async function opened(options: Parameters<typeof desk.seat>[1] = {}) {
  const seat = await desk.seat(adminEmail, options);
  await seat.page.goto('/inboxes/all');
  await seat.list.row('Files').click();
  await seat.conversation.shows('Files');
  await seat.composer.startReply();
  const files = seat.composer.region.getByRole('list', { name: 'Files' }).last();
  return { ...seat, files };
}

/** Lets uploads wait until they are let go. */
async function holdUploads(page: Awaited<ReturnType<typeof opened>>['page']) {
  const waiting: (() => void)[] = [];
  let isOpen = false;
  await page.route('**/api/v1/media', async (route) => {
    if (!isOpen) await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue().catch(() => undefined);
  });
  return {
    waiting: () => waiting.length,
    letGo() {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

test('names and sizes, uploading before uploaded; sending waits', async () => {
  const { page, composer, files } = await opened();
  await composer.attach(text('a-very-long-file-name.txt', 2048), text('short.txt', 10));
  await files.getByText('a-very-long-file-…', { exact: true }).waitFor();
  await files.getByText('2.00 KB').waitFor();
  await files.getByText('0.01 KB').waitFor();
  const held = await holdUploads(page);
  await composer.text().fill('Here it is');
  const chooser = page.waitForEvent('filechooser');
  await composer.region.getByRole('button', { name: 'Attach files', exact: true }).click();
  await (await chooser).setFiles([text('late.txt')]);
  await soon(() => held.waiting()).toBe(1);
  await files.getByRole('button', { name: 'Cancel the upload of late.txt' }).waitFor();
  expect(await violations(page)).toEqual([]);
  // What is on its way stands before what is there; of two at once either may have been there first.
  const [first, ...others] = (await files.getByRole('listitem').allTextContents()).map((line) => line.slice(0, 5));
  expect(first).toBe('late.');
  expect(others.sort()).toEqual(['a-ver', 'short']);
  const button = composer.reply.getByRole('button', { name: 'Uploading…' });
  await soon(() => button.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Control+Enter');
  await soon(() => composer.text().textContent()).toBe('Here it is');
  held.letGo();
  await composer.file('late.txt').waitFor();
  const known = await desk.outbox();
  await composer.send().click();
  const { mail } = await desk.nextOut(known);
  expect(mail.attachments.map(({ filename }) => filename).sort()).toEqual([
    'a-very-long-file-name.txt',
    'late.txt',
    'short.txt',
  ]);
});

test('what the settings forbid is refused before it leaves, with the limit named', async () => {
  const { page, composer } = await opened();
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/api/v1/media') && asked.push(request.url())));
  const choose = async (file: GivenFile) => {
    const chooser = page.waitForEvent('filechooser');
    await composer.region.getByRole('button', { name: 'Attach files', exact: true }).click();
    await (await chooser).setFiles([file]);
  };
  await choose(text('big.txt', 1024 * 1024 + 1));
  await page.getByText('big.txt: The file is larger than 1 MB, the most that is allowed').waitFor();
  await choose(text('tool.exe'));
  await page.getByText('tool.exe: Files of this type are not allowed. Allowed: txt, png, pdf').waitFor();
  expect(asked).toEqual([]);
  expect(await composer.region.getByRole('button', { name: 'Remove tool.exe' }).count()).toBe(0);
});

test('a failed upload is told and leaves the list; trying again brings the file', async () => {
  const seat = await opened();
  seat.allow(/ERR_|500/);
  const { page, composer, files } = seat;
  await composer.text().fill('Nothing is lost');
  await page.route('**/api/v1/media', (route) => route.abort('connectionreset'));
  const chooser = page.waitForEvent('filechooser');
  await composer.region.getByRole('button', { name: 'Attach files', exact: true }).click();
  await (await chooser).setFiles([text('cut.txt')]);
  const toast = page.getByText(/^cut\.txt: No response from server/);
  await toast.waitFor();
  await soon(() => files.getByText('cut.txt').count()).toBe(0);
  await soon(() => composer.text().textContent()).toBe('Nothing is lost');
  await page.unroute('**/api/v1/media');
  await page.getByRole('button', { name: 'Try again' }).click();
  await composer.file('cut.txt').waitFor();
});

test('an upload can be ended; many files come at once; pictures are shown small', async () => {
  const { page, composer, files } = await opened();
  const held = await holdUploads(page);
  const chooser = page.waitForEvent('filechooser');
  await composer.region.getByRole('button', { name: 'Attach files', exact: true }).click();
  const many = Array.from({ length: 12 }, (_, index) => text(`n${index}.txt`));
  await (await chooser).setFiles([...many, { name: 'lamp.png', mimeType: 'image/png', buffer: lampPicture }]);
  await files.getByRole('button', { name: 'Cancel the upload of n11.txt' }).click();
  await soon(() => files.getByText('n11.txt').count()).toBe(0);
  held.letGo();
  for (const { name } of many.slice(0, 11)) await composer.file(name).waitFor();
  await composer.file('lamp.png').waitFor();
  await soon(() => files.locator('img').count()).toBe(1);
  await composer.file('n0.txt').click();
  await soon(() => files.getByText('n0.txt').count()).toBe(0);
});

test('files are taken by dropping anywhere and by pasting', async () => {
  const { page, composer, conversation } = await opened();
  const drop = (target: string, name: string) =>
    page
      .locator(target)
      .first()
      .evaluate((element, file) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(['hello'], file, { type: 'text/plain' }));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      }, name);
  await conversation.thread.waitFor();
  await drop('.thread', 'on-thread.txt');
  await composer.file('on-thread.txt').waitFor();
  await drop('.letterhead', 'on-head.txt');
  await composer.file('on-head.txt').waitFor();
  await composer.text().evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['hello'], 'pasted.txt', { type: 'text/plain' }));
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await composer.file('pasted.txt').waitFor();
});
