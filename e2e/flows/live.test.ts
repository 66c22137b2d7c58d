import { beforeEach, expect, test } from 'vitest';
import { followUp, openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

let teamId: number;
let anaId: number;
const desk = useDesk({}, async () => {
  teamId = await desk.addTeam('Returns');
  anaId = await desk.addAgent({
    email: 'ana@desk.test',
    first_name: 'Ana',
    last_name: 'Duarte',
    permissions: [
      'conversations:read',
      'conversations:read_all',
      'conversations:read_assigned',
      'conversations:read_unassigned',
      'conversations:read_team_inbox',
      'conversations:update_status',
      'conversations:update_user_assignee',
      'messages:read',
    ],
    team_ids: [teamId],
  });
  for (let n = 1; n <= 4; n += 1)
    await openConversation(desk, { subject: `Order ${100 + n}`, from: `c${n}@mail.example`, name: `Customer ${n}` });
});
beforeEach(async () => {
  await desk.pool.query('update conversations set status_id = 1, assigned_user_id = null, assigned_team_id = null');
});

async function uuidOf(subject: string): Promise<string> {
  const { rows } = await desk.pool.query('select uuid from conversations where subject = $1', [subject]);
  return rows[0].uuid;
}

test('a team inbox follows what others do: given to the team, taken, given back, written to', async () => {
  const ana = await desk.seat('ana@desk.test');
  await ana.page.goto(`/inboxes/teams/${teamId}`);
  await ana.list.titled('Returns').waitFor();
  await ana.page.getByText('No conversations found').waitFor();
  await ana.shell.live.getByText('Live').waitFor();
  const count = () => ana.shell.inbox('Returns').textContent();

  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await conversation.change('Team', 'Returns');
  await ana.list.row('Order 101').waitFor();
  await soon(count).toBe('Returns1');
  await conversation.change('Agent', 'Admin');
  await ana.list.row('Order 101').waitFor({ state: 'detached' });
  await soon(count).toBe('Returns');
  await conversation.change('Agent', 'No agent');
  await ana.list.row('Order 101').waitFor();

  const { rows } = await desk.pool.query("select id from conversations where subject = 'Order 101'");
  await followUp(desk, rows[0].id, { text: 'Is anybody there?' });
  await ana.list.row('Order 101').getByText('Is anybody there?').waitFor();
  // Taken by a key: it is gone from the team's inbox on every screen.
  await ana.page.keyboard.press('j');
  await soon(() => ana.page.evaluate(() => document.activeElement?.querySelector('b')?.textContent)).toBe('Order 101');
  await ana.page.keyboard.press('i');
  await ana.list.row('Order 101').waitFor({ state: 'detached' });
  await soon(async () => {
    const { rows: held } = await desk.pool.query(
      "select assigned_user_id from conversations where subject = 'Order 101'",
    );
    return held[0].assigned_user_id;
  }).toBe(anaId);
});

test('a permission that is taken away while the page is open: the change is taken back, the button goes', async () => {
  const { page, list, conversation, shell, allow } = await desk.seat('ana@desk.test');
  allow(/status of 403/);
  await desk.pool.query('update conversations set assigned_user_id = $1', [anaId]);
  await page.goto('/inboxes/assigned?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await conversation.action('Resolve').waitFor();
  await desk.pool.query(
    "update roles set permissions = array_remove(permissions, 'conversations:update_status') where name like 'role of ana%'",
  );
  await page.keyboard.press('e');
  await shell.toasts.first().waitFor();
  await soon(() => shell.toasts.first().textContent()).toContain('conversations:update_status');
  await list.row('Order 101').waitFor();
  await conversation.action('Resolve').waitFor({ state: 'detached' });
  expect(await conversation.action('Snooze').count()).toBe(0);
  const { rows } = await desk.pool.query('select distinct status_id from conversations');
  expect(rows).toEqual([{ status_id: 1 }]);
  await desk.pool.query(
    "update roles set permissions = permissions || '{conversations:update_status}' where name like 'role of ana%'",
  );
});

test('a conversation that goes out of sight while it is open leads back to the list', async () => {
  const { page, list, conversation, shell, allow } = await desk.seat('ana@desk.test');
  allow(/status of 404|Conversation not found/);
  await desk.pool.query(
    "update roles set permissions = array_remove(permissions, 'conversations:read_all') where name like 'role of ana%'",
  );
  await desk.pool.query('update conversations set assigned_user_id = $1', [anaId]);
  await page.goto('/inboxes/assigned?sort=started_first');
  await list.row('Order 102').click();
  await conversation.shows('Order 102');
  await shell.live.getByText('Live').waitFor();
  const admin = await desk.as(adminEmail);
  const { id } = (await admin.call('agents.me')).data;
  const uuid = await uuidOf('Order 102');
  expect((await admin.call('conversations.assign_user', { params: { uuid }, body: { assignee_id: id } })).status).toBe(
    200,
  );
  await page.waitForURL('**/inboxes/assigned?sort=started_first');
  await list.row('Order 102').waitFor({ state: 'detached' });
  await shell.toasts.first().waitFor();
  await list.row('Order 103').waitFor();
});

test('after fifty attempts in vain a button to reload stands there instead of a dead tab', async () => {
  const { page, list, shell, allow } = await desk.seat(adminEmail);
  allow(/WebSocket connection|ERR_CONNECTION|ERR_EMPTY_RESPONSE|No response|net::/);
  await page.clock.install();
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').waitFor();
  await shell.live.getByText('Live').waitFor();
  // Browsers slow down a page whose sockets fail: these fail at once.
  await page.evaluate(() => {
    const counter = window as unknown as { attempts: number };
    counter.attempts = 0;
    class Refused extends EventTarget {
      constructor() {
        super();
        counter.attempts += 1;
        setTimeout(() => this.dispatchEvent(new CloseEvent('close', { code: 1006 })));
      }
    }
    window.WebSocket = Refused as unknown as typeof WebSocket;
  });
  await desk.gate.cut();
  const reload = page.getByRole('button', { name: 'Reload' });
  await soon(async () => {
    await page.clock.runFor(120_000);
    return reload.isVisible();
  }).toBe(true);
  const attempts = () => page.evaluate(() => (window as unknown as { attempts: number }).attempts);
  expect(await attempts()).toBe(50);
  await desk.gate.mend();
  await page.clock.runFor(120_000);
  expect([await attempts(), await reload.isVisible()]).toEqual([50, true]);
  await reload.click();
  await list.row('Order 101').waitFor();
  await soon(() => reload.count()).toBe(0);
  await shell.live.getByText('Live').waitFor();
});
