import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async ({ pool }) => {
  for (let n = 1; n <= 4; n += 1)
    await openConversation(desk, { subject: `Order ${100 + n}`, from: `c${n}@mail.example` });
  await pool.query("insert into tags (name) select 'tag ' || n from generate_series(1, 20) as n");
  for (const first_name of ['Ana', 'Berta', 'Carla', 'Dora', 'Eva', 'Frida', 'Gerda', 'Hanna'])
    await desk.addAgent({ email: `${first_name.toLowerCase()}@desk.test`, first_name, last_name: 'Duarte' });
});

beforeEach(async () => {
  await desk.pool.query('update conversations set status_id = 1, assigned_user_id = null, priority_id = null');
});

test('keys pressed right after the one that opens a menu belong to the menu', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  // A slow machine: the next key comes before the menu has been drawn.
  const session = await page.context().newCDPSession(page);
  const quickly = (...keys: string[]) => Promise.all(keys.map((key) => page.keyboard.press(key)));
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await session.send('Emulation.setCPUThrottlingRate', { rate: 10 });
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  for (let n = 0; n < 5; n += 1) {
    await quickly('h', 'End', 'Enter');
    await dialog.waitFor();
    await soon(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('date');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await quickly('p', 'ArrowDown', 'Enter');
  await conversation.fact('Priority: Medium').waitFor();
  // Given away, it makes room for the next one: what was pressed is read from what is stored.
  await quickly('a', 'b', 'e', 'r', 't', 'a', 'Enter');
  await soon(async () => {
    const { rows } = await desk.pool.query(
      "select u.first_name from conversations c join users u on u.id = c.assigned_user_id where c.subject = 'Order 101'",
    );
    return rows[0]?.first_name;
  }).toBe('Berta');
  expect(page.url()).toContain('/conversation/');
});
