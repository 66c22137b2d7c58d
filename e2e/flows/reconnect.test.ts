import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { followUp, openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  await pool.query("insert into tags (name) values ('missed')");
});

/** The page tries by itself as well: then there is nothing left to press. */
async function tryNow(page: Page) {
  const button = page.getByRole('button', { name: 'Try now' });
  await button.evaluateAll((buttons) => (buttons[0] as HTMLElement | undefined)?.click());
}

test('what happened while the connection was lost appears when it is back', async () => {
  const { conversation: open } = await openConversation(desk, { subject: 'Open before the loss' });
  const { page, list, conversation, shell, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response from server/);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).search));
  await page.goto(`/inboxes/all/conversation/${open.uuid}`);
  await conversation.shows('Open before the loss');
  // Two frames have come: from here on the client knows where it is.
  await followUp(desk, open.id, { text: 'Written before the loss' });
  await conversation.thread.getByText('Written before the loss').waitFor();

  await desk.gate.cut();
  await shell.lost.waitFor();
  await followUp(desk, open.id, { text: 'Written during the loss' });
  await openConversation(desk, { subject: 'Began during the loss' });
  const api = await desk.as(adminEmail);
  const params = { uuid: open.uuid };
  expect(
    (await api.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['missed']) } })).status,
  ).toBe(200);
  expect((await api.call('conversations.set_priority', { params, body: { priority: 'High' } })).status).toBe(200);
  expect(await list.row('Began during the loss').count()).toBe(0);
  await shell.lost.waitFor();

  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  await desk.gate.mend();
  await tryNow(page);
  await conversation.thread.getByText('Written during the loss').waitFor();
  await list.row('Began during the loss').waitFor();
  await list.row('Open before the loss').getByText('missed', { exact: true }).waitFor();
  await conversation.fact('Priority: High').waitFor();
  await shell.lost.waitFor({ state: 'hidden' });
  await soon(() => conversation.thread.getByText('Written during the loss').count()).toBe(1);

  // It asked for what it had missed instead of fetching the thread anew.
  expect(sockets.at(-1)).toMatch(/^\?since=\d+$/);
  expect(fetched.filter((path) => path.endsWith('/messages'))).toEqual([]);

  // And it is live again.
  await followUp(desk, open.id, { text: 'Written afterwards' });
  await conversation.thread.getByText('Written afterwards').waitFor();
});

test('it comes back by itself, and a reply written meanwhile is sent', async () => {
  const { conversation: open } = await openConversation(desk, { subject: 'Short loss' });
  const { page, conversation, composer, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response from server/);
  // What looks after a reply that does not leave is fetched beside the composer, and may come after it.
  const files = ['LocalItem', 'finish-sends', 'UndoMark'].map((name) =>
    page.waitForEvent('requestfinished', (request) => request.url().includes(`/assets/${name}-`)),
  );
  await page.goto(`/inboxes/all/conversation/${open.uuid}`);
  await conversation.shows('Short loss');
  await composer.startReply();
  await Promise.all(files);
  await desk.gate.cut();
  await composer.text().pressSequentially('Written into the void');
  await page.keyboard.press('Control+Enter');
  // The server did not take it: it stays in the thread, and says why.
  const failed = conversation.entry('Reply by Admin').getByRole('alert');
  await failed.getByText('No response from server. Check if you are still connected to internet.').waitFor();

  await desk.gate.mend();
  await failed.getByRole('button', { name: 'Retry' }).click();
  await conversation.entry('Reply by Admin').getByText('Kept locally').waitFor();
  await soon(() => conversation.entries.count()).toBe(2);
});

test('two hundred changes while the line was cut: every one is there afterwards', async () => {
  const many = 50;
  const opened: { uuid: string; id: number }[] = [];
  for (let n = 1; n <= many; n += 1) {
    const letter = { subject: `Cut ${100 + n}`, from: `cut${n}@mail.example`, name: `Cut ${n}` };
    const { conversation } = await openConversation(desk, letter);
    opened.push({ uuid: conversation.uuid, id: conversation.id });
  }
  const { page, list, conversation, shell, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response from server/);
  const sockets: string[] = [];
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).search));
  await page.goto(`/inboxes/all/conversation/${opened[0]!.uuid}?sort=started_last`);
  await conversation.shows('Cut 101');
  await shell.live.getByText('Live').waitFor();
  await followUp(desk, opened[0]!.id, { text: 'Before the cut' });
  await conversation.thread.getByText('Before the cut').waitFor();

  await desk.gate.cut();
  await shell.lost.waitFor();
  await shell.live.getByText(/^Offline since \d/).waitFor();
  const api = await desk.as(adminEmail);
  // Forty of each: a message, a priority, a tag, an agent, a status.
  for (const [index, { uuid, id }] of opened.slice(0, 40).entries()) {
    await followUp(desk, id, { text: `During the cut ${index + 1}` });
    const params = { uuid };
    await api.call('conversations.set_priority', { params, body: { priority: 'High' } });
    await api.call('conversations.set_tags', { params, body: { tags: JSON.stringify(['missed']) } });
    await api.call('conversations.assign_user', { params, body: { assignee_id: 2 } });
    if (index >= 20) await api.call('conversations.set_status', { params, body: { status: 'Resolved' } });
    else await followUp(desk, id, { text: `And again ${index + 1}` });
  }
  await desk.gate.mend();
  await tryNow(page);
  await shell.live.getByText('Live').waitFor();
  await shell.lost.waitFor({ state: 'hidden' });
  expect(sockets.at(-1)).toMatch(/^\?since=\d+$/);

  // The resolved twenty have left, the others say what is new; none was asked for by a reload of the page.
  const { rows } = await desk.pool.query<{ subject: string; last_message: string; tags: number }>(
    `select subject, last_message, (select count(*)::int from conversation_tags t where t.conversation_id = c.id) as tags
     from conversations c where subject like 'Cut %' and status_id = 1 order by created_at desc, id desc`,
  );
  expect(rows).toHaveLength(30);
  const expected = rows.map((row) => `${row.subject} ${row.last_message} ${row.tags > 0}`);
  const shown = new Map<string, string>();
  const look = async () => {
    const seen = await list.rows.evaluateAll((links) =>
      links
        .map((row) => ({
          subject: row.querySelector('b')?.textContent ?? '',
          text: row.querySelector('.row-text')?.lastChild?.textContent?.trim() ?? '',
          isTagged: row.querySelector('.chip')?.textContent === 'missed',
        }))
        .filter(({ subject }) => subject.startsWith('Cut ')),
    );
    for (const { subject, text, isTagged } of seen) shown.set(subject, `${subject} ${text} ${isTagged}`);
  };
  // The list stands where the open conversation is: from its top down, half a window at a time.
  const frame = page.locator('.vlist');
  await frame.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }));
  await soon(async () => {
    await look();
    await frame.evaluate((element) => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      element.scrollTo({ top: isAtEnd ? 0 : element.scrollTop + element.clientHeight / 2, behavior: 'instant' });
    });
    return shown.size;
  }).toBe(30);
  expect([...shown.values()].sort()).toEqual(expected.sort());
  // And the thread that was open holds both messages, each once.
  for (const text of ['During the cut 1', 'And again 1']) {
    await soon(() => conversation.thread.getByText(text, { exact: true }).count()).toBe(1);
  }
  await conversation.fact('Priority: High').waitFor();
});

test('too much was missed to be replayed: the list keeps what was loaded, and is right', async () => {
  await desk.pool.query("delete from conversations where subject like 'Cut %'");
  for (let n = 1; n <= 120; n += 1) {
    await openConversation(desk, { subject: `Long ${100 + n}`, from: `long${n}@mail.example`, name: `Long ${n}` });
  }
  const { page, list, shell, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response from server/);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Long 101').waitFor();
  await openConversation(desk, { subject: 'One frame', from: 'one@mail.example' });
  await soon(async () => {
    await list.rows.last().scrollIntoViewIfNeeded();
    return list.row('One frame').count();
  }).toBe(1);
  const place = () => page.locator('.vlist').evaluate((frame) => frame.scrollTop);
  const before = await place();

  await desk.gate.cut();
  await shell.lost.waitFor();
  await desk.pool.query("update conversations set priority_id = 3, subject = 'Long ago' where subject = 'Long 219'");
  const { work, system } = desk.app.deps;
  await work(system, async (uow) => {
    for (let count = 0; count < 2_100; count += 1) {
      uow.broadcast('agent_availability_update', { id: 1, availability_status: 'online' }, { to: 'everybody' });
    }
  });
  // Only what has reached the process counts as missed: what it has not heard of yet would follow live.
  await desk.until(async () => {
    const metrics = await fetch(`${desk.app.address()}/metrics`);
    return /^bellhop_change_log_lag_seconds 0$/m.test(await metrics.text());
  }, 'the frames to be heard');
  await desk.gate.mend();
  await tryNow(page);
  await list.row('Long ago').waitFor();
  await soon(() => list.row('One frame').count()).toBe(1);
  expect(await place()).toBe(before);
});
