import type { ServerResponse } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../../apps/server/test/api-client.ts';
import { followUp, openConversation } from '../../apps/server/test/conversations.ts';
import {
  chunk,
  type FakeAiProvider,
  refuses,
  says,
  startAiProvider,
} from '../../apps/server/test/fakes/ai-provider.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { Palette } from '../page-models/palette.ts';
import { soon } from '../soon.ts';

let provider: FakeAiProvider;
let admin: ApiClient;
const desk = useDesk({}, async () => {
  provider = await startAiProvider();
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', roles: ['Agent'] });
  admin = await desk.as(adminEmail);
  await admin.call('macros.create', {
    body: {
      name: 'Broken lamp',
      message_content: '<p>Send the <b>lamp</b> back, we pay the postage.</p>',
      visibility: 'all',
      visible_when: ['replying'],
      team_id: null,
      user_id: null,
      actions: [],
    } as never,
  });
});
afterAll(() => provider?.close());

beforeEach(async () => {
  await desk.pool.query('delete from drafts');
  const { status, body } = await admin.call('ai.update_settings', {
    body: {
      enabled: true,
      base_url: provider.base_url,
      model: 'llama3.2',
      api_key: 'sk-of-the-desk',
      masks_personal_data: false,
      requests_per_minute: 1000,
    },
  });
  expect(status, body.message).toBe(200);
});

/** An answer that the test gives word by word. */
function byHand() {
  const begun = Promise.withResolvers<ServerResponse>();
  provider.behave((_call, answer) => {
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    begun.resolve(answer);
  });
  return {
    asked: begun.promise,
    say: async (text: string) => void (await begun.promise).write(chunk(text)),
    end: async () => void (await begun.promise).end(`${chunk(null, 'stop')}data: [DONE]\n\n`),
    breakOff: async () => void (await begun.promise).destroy(),
  };
}

const letter = 'See <a href="https://shop.example/back">how</a>. The lamp is <strong>broken</strong>.';

let count = 0;
/** A subject that no earlier try of the same test has used. */
const own = (subject: string) => `${subject} ${++count}`;

/** A conversation of its own, with a reply begun; its draft comes from the server, with a link and a bold word in it. */
async function begin(name: string, html?: string) {
  const subject = own(name);
  const { conversation: row } = await openConversation(desk, { subject, text: 'My lamp arrived broken' });
  const seat = await desk.seat(adminEmail);
  if (html) {
    const { status, body } = await seat.api!.call('drafts.save', {
      params: { uuid: row.uuid, kind: 'reply' },
      body: { content: { html }, base_version: 0 },
    });
    expect(status, JSON.stringify(body)).toBe(200);
  }
  await seat.page.goto(`/inboxes/all/conversation/${row.uuid}`);
  await seat.conversation.shows(subject);
  if (html) await seat.composer.text().waitFor();
  else await seat.composer.startReply();
  return { ...seat, row, subject };
}

async function rewrite(page: Page, title = 'Make Friendly'): Promise<void> {
  await page.getByRole('button', { name: 'Rewrite with AI' }).click();
  await page.getByRole('menuitem', { name: title, exact: true }).click();
}

const stored = async (uuid: string) =>
  (
    await desk.pool.query<{ html: string }>(
      `select d.content ->> 'html' as html from drafts d join conversations c on c.id = d.conversation_id where c.uuid = $1`,
      [uuid],
    )
  ).rows[0]?.html ?? null;

test('a text is rewritten word by word, stopped by Escape, and one undo brings back what was there', async () => {
  const { page, composer, row } = await begin('Streams', `<p>${letter}</p>`);
  const text = composer.text();
  await soon(() => text.innerText()).toContain('The lamp is broken.');
  const before = await text.innerHTML();
  const first = byHand();
  // By keyboard alone.
  const tool = page.getByRole('button', { name: 'Rewrite with AI' });
  await tool.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Make Friendly', exact: true }).waitFor();
  await page.keyboard.type('Make Fri');
  await page.keyboard.press('Enter');
  await composer.reply.getByRole('button', { name: 'Stop' }).waitFor();
  await first.say('Dear Mina,\n\nlook [here](https://shop.example/back)');
  await text.getByText('Dear Mina,').waitFor();
  expect(provider.calls.at(-1)?.body.messages.at(-1)?.content).toBe(
    'See [how](https://shop.example/back). The lamp is **broken**.',
  );
  // Neither what is sent nor what is kept is half a text.
  await page.keyboard.press('Control+Enter');
  await composer.reply.getByText('A text is still on its way').waitFor();
  await soon(() => stored(row.uuid)).toBe(`<p>${letter}</p>`);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await first.say(' and [there](https://evil.example/x).');
  await first.end();
  await composer.reply.getByText('Rewritten: Make Friendly').waitFor();
  expect(await text.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
    'https://shop.example/back',
  ]);
  await soon(() => stored(row.uuid)).toContain('there (https://evil.example/x)');
  await text.pressSequentially('!');
  await text.press('Control+z');
  await soon(() => text.innerText()).not.toContain('!');
  await text.press('Control+z');
  await soon(() => text.innerHTML()).toBe(before);
  await soon(() => stored(row.uuid)).toBe(`<p>${letter}</p>`);

  const second = byHand();
  await rewrite(page, 'Make Concise');
  await second.say('Broken:');
  await text.getByText('Broken:').waitFor();
  await page.keyboard.press('Escape');
  await composer.reply.getByText('Rewritten: Make Concise').waitFor();
  await soon(() => text.innerText()).toBe('Broken:');
  // Nobody pays for the rest.
  expect(await provider.calls.at(-1)?.over).toBe(false);
  await composer.reply.getByRole('button', { name: 'Undo' }).click();
  await soon(() => text.innerHTML()).toBe(before);

  // Undo while it comes ends it, too.
  const third = byHand();
  await rewrite(page);
  await third.say('Dear');
  await text.getByText('Dear').waitFor();
  await page.keyboard.press('Control+z');
  await soon(() => text.innerHTML()).toBe(before);
  await composer.reply.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' });
});

test('only what is marked is rewritten; what somebody writes meanwhile stays, and the answer waits beside it', async () => {
  const { page, composer } = await begin('Marked');
  const text = composer.text();
  await text.pressSequentially('Send the thing');
  for (let n = 0; n < 5; n += 1) await page.keyboard.press('Shift+ArrowLeft');
  provider.behave(says('lamp'));
  await rewrite(page);
  await composer.reply.getByText('Rewritten: Make Friendly').waitFor();
  await soon(() => text.innerText()).toBe('Send the lamp');
  expect(provider.calls.at(-1)?.body.messages.at(-1)?.content).toBe('thing');
  await text.press('Control+z');
  await soon(() => text.innerText()).toBe('Send the thing');

  await page.keyboard.press('Control+End');
  const hand = byHand();
  await rewrite(page);
  await hand.say('Please send');
  await text.getByText('Please send').waitFor();
  await page.keyboard.type(' today');
  const beside = composer.reply.getByRole('region', { name: /Make Friendly/ });
  await hand.say(' the lamp back.');
  await hand.end();
  await beside.getByText('Please send the lamp back.').waitFor();
  await soon(() => text.innerText()).toBe('Send the thing today');
  await beside.getByRole('button', { name: 'Replace my text' }).click();
  await soon(() => text.innerText()).toBe('Please send the lamp back.');
  await text.press('Control+z');
  await soon(() => text.innerText()).toBe('Send the thing today');
});

test('whoever moves on takes nothing of it along', async () => {
  const another = own('Another one');
  const { conversation: other } = await openConversation(desk, { subject: another });
  const { page, composer, conversation, list, row, subject } = await begin('Left behind', '<p>Mine</p>');
  const hand = byHand();
  await rewrite(page);
  await hand.say('Theirs');
  await composer.text().getByText('Theirs').waitFor();
  await list.row(another).click();
  await conversation.shows(another);
  // The provider hears of it.
  expect(await provider.calls.at(-1)?.over).toBe(false);
  await composer.startReply();
  expect(await composer.text().innerText()).not.toContain('Theirs');
  await soon(() => stored(other.uuid)).toBe(null);
  await list.row(subject).click();
  await conversation.shows(subject);
  await soon(() => composer.text().innerText()).toBe('Mine');
  await soon(() => stored(row.uuid)).toBe('<p>Mine</p>');
});

test('a provider that fails is told, with the text as it was; a refused key is asked for where it may be entered', async () => {
  const { page, composer, allow } = await begin('Failing', '<p>Mine</p>');
  allow(/status of (400|500)/);
  const text = composer.text();
  provider.behave(refuses(500));
  await rewrite(page);
  const toast = page.locator('.toast, [data-sonner-toast]').filter({ hasText: 'The AI provider failed' });
  await toast.first().waitFor();
  await soon(() => text.innerText()).toBe('Mine');
  const hand = byHand();
  await toast.first().getByRole('button', { name: 'Try again' }).click();
  await hand.say('Half of');
  await text.getByText('Half of').waitFor();
  await hand.breakOff();
  await page.getByText('What you have written stands as it was.').waitFor();
  await soon(() => text.innerText()).toBe('Mine');

  provider.behave(refuses(401));
  await rewrite(page);
  const dialog = page.getByRole('dialog', { name: 'Enter an OpenAI API key' });
  await dialog.waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This cannot be empty').waitFor();
  await dialog.getByLabel('API key', { exact: true }).fill('sk-another');
  provider.behave(says('Yours'));
  await page.keyboard.press('Enter');
  await soon(() => text.innerText()).toBe('Yours');
  expect(provider.calls.at(-1)?.headers.authorization).toBe('Bearer sk-another');

  // Others are told whom to ask.
  const { conversation: row } = await openConversation(desk, { subject: 'Of Ana' });
  const ana = await desk.seat('ana@bellhop.local');
  ana.allow(/status of 400/);
  await ana.page.goto(`/inboxes/all/conversation/${row.uuid}`);
  await ana.composer.startReply();
  await ana.composer.text().pressSequentially('Hello');
  provider.behave(refuses(401));
  await rewrite(ana.page);
  await ana.page.getByText('The AI provider refuses the key').first().waitFor();
  expect(await ana.page.getByRole('dialog', { name: 'Enter an OpenAI API key' }).count()).toBe(0);
});

test('a conversation is summed up: stopped, renewed, with what it was made from, and kept as a note', async () => {
  const { page, composer, row } = await begin('To be summed up');
  const hand = byHand();
  await page.getByRole('button', { name: 'Summarise' }).click();
  const card = page.getByRole('region', { name: 'Summary by AI' });
  await hand.say('Mina wants');
  await card.getByText('Mina wants').waitFor();
  await card.getByRole('button', { name: 'Stop' }).click();
  await card.getByText('stopped').waitFor();
  provider.behave(says('Mina has a **broken** lamp.\n\n', '- It came', ' yesterday.\n[[used: m1]]'));
  await card.getByRole('button', { name: 'Write it anew' }).click();
  await card.getByRole('listitem').filter({ hasText: 'It came yesterday.' }).waitFor();
  await card.getByText(/^As of: /).waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await card.getByRole('button', { name: /^Message / }).click();
  await page.waitForURL(/message=/);
  await card.getByRole('button', { name: 'Insert as private note' }).click();
  await soon(() => composer.text('Private note').innerText()).toContain('Mina has a broken lamp.');
  await followUp(desk, row.id, { text: 'And the bulb, too' });
  await card.getByText('there are newer messages').waitFor();
  await card.getByRole('button', { name: 'Hide the summary' }).click();
  await card.waitFor({ state: 'detached' });
});

test('a reply is suggested: into an empty one, beside a draft, with messages and macros that lead there', async () => {
  const { page, composer } = await begin('Broken lamp again');
  const text = composer.text();
  provider.behave(says('Dear Mina,\n\n', 'please send it back.\n\n[[used: m1, k1]]'));
  await new Palette(page).run('Suggest a reply');
  await soon(() => text.innerText()).toContain('please send it back.');
  const suggested = composer.reply.getByRole('region', { name: 'Suggested by AI' });
  await suggested.getByRole('button', { name: 'Macro Broken lamp' }).click();
  await page.getByRole('dialog', { name: 'Broken lamp' }).getByText('we pay the postage').waitFor();
  await page.keyboard.press('Escape');
  await suggested.getByRole('button', { name: /^Message / }).click();
  await page.waitForURL(/message=/);
  await text.press('Control+z');
  await soon(() => text.innerText()).not.toContain('please');

  await text.pressSequentially('Mine.');
  provider.behave(says('Theirs.'));
  await page.getByRole('button', { name: 'Suggest a reply' }).click();
  await suggested.getByText('Theirs.').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await soon(() => text.innerText()).toBe('Mine.');
  await suggested.getByRole('button', { name: 'Insert' }).click();
  await soon(() => text.innerText()).toMatch(/^Mine\.\s*Theirs\.$/);
  await text.press('Control+z');
  await soon(() => text.innerText()).toBe('Mine.');
});

test('nothing of it is offered while it is switched off', async () => {
  const { page } = await begin('Switched off');
  const tool = page.getByRole('button', { name: 'Rewrite with AI' });
  await tool.waitFor();
  await admin.call('ai.update_settings', { body: { enabled: false } });
  await tool.waitFor({ state: 'detached' });
  await new Palette(page).open();
  await page.keyboard.type('Summarise');
  await page.getByRole('dialog', { name: 'Commands' }).waitFor();
  expect(await page.getByRole('option', { name: 'Summarise' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Summarise' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Suggest a reply' }).count()).toBe(0);
});
