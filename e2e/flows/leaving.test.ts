import type { Locator } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { openConversation } from '../../apps/server/test/conversations.ts';
import { adminEmail } from '../../apps/server/test/harness.ts';
import { violations, violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { ViewForm } from '../page-models/view-form.ts';
import type { Seat } from '../seat.ts';
import { soon } from '../soon.ts';

const desk = useDesk({}, async () => {
  for (let n = 1; n <= 4; n += 1)
    await openConversation(desk, { subject: `Order ${100 + n}`, from: `c${n}@mail.example`, name: `Customer ${n}` });
  for (const first_name of ['Ana', 'Berta', 'Carla', 'Dora', 'Eva', 'Frida', 'Gerda', 'Hanna'])
    await desk.addAgent({ email: `${first_name.toLowerCase()}@desk.test`, first_name, last_name: 'Duarte' });
});
beforeEach(async () => {
  await desk.pool.query('update conversations set status_id = 1, assigned_user_id = null');
});

async function newView({ page, list }: Seat): Promise<{ form: ViewForm; question: ReturnType<typeof page.getByRole> }> {
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').waitFor();
  await page.getByRole('button', { name: 'New view' }).click();
  const form = new ViewForm(page);
  await form.name.waitFor();
  return { form, question: page.getByRole('dialog', { name: 'Leave without saving?' }) };
}

test('a half-filled form is not thrown away without asking, however it is left', async () => {
  const seat = await desk.seat(adminEmail);
  const { page } = seat;
  const { form, question } = await newView(seat);
  // Nothing was entered: nothing to ask.
  await page.keyboard.press('Escape');
  await form.dialog.waitFor({ state: 'detached' });

  const again = await newView(seat);
  await form.name.fill('Half');
  await page.keyboard.press('Escape');
  await question.waitFor();
  expect(await violations(page)).toEqual([]);
  // Escape closes the top layer only: it means to stay.
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await soon(() => form.name.inputValue()).toBe('Half');
  await page.mouse.click(5, 5);
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await question.waitFor({ state: 'detached' });
  await soon(() => form.name.inputValue()).toBe('Half');
  await form.dialog.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await again.form.dialog.waitFor({ state: 'detached' });

  // Opened again it is empty, and asks nothing.
  await page.getByRole('button', { name: 'New view' }).click();
  await form.name.waitFor();
  expect(await question.count()).toBe(0);
  await soon(() => form.name.inputValue()).toBe('');
  await page.keyboard.press('Escape');
  await form.dialog.waitFor({ state: 'detached' });

  // What was chosen counts like what was typed; what was taken back does not.
  await newView(seat);
  await form.choose(1, 'Field', 'Priority');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await form.button('Reset').click();
  await page.keyboard.press('Escape');
  await form.dialog.waitFor({ state: 'detached' });
});

test('nor by the browser’s own buttons, and saving asks nothing', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, list, shell } = seat;
  await page.goto('/inboxes/unassigned');
  await list.row('Order 101').waitFor();
  await shell.inbox('All').click();
  await list.titled('All').waitFor();
  await page.getByRole('button', { name: 'New view' }).click();
  const form = new ViewForm(page);
  await form.name.fill('Half');
  await page.evaluate(() => window.history.back());
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Go on editing' }).click();
  await question.waitFor({ state: 'detached' });
  expect(page.url()).toContain('/inboxes/all');
  await soon(() => form.name.inputValue()).toBe('Half');
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await list.titled('Unassigned').waitFor();
  await form.dialog.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'New view' }).click();
  await form.name.fill('Whole');
  await form.choose(1, 'Field', 'Status');
  await form.choose(1, 'Operator', 'is set');
  await form.button('Save').click();
  await list.titled('Whole').waitFor();
  expect(await question.count()).toBe(0);
});

test('a date that was picked for a snooze is not worth a question', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await conversation.snooze('Pick date and time');
  const dialog = page.getByRole('dialog', { name: 'Snooze until' });
  await dialog.getByLabel('Time').fill('09:30');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

test('a picker that finds nothing says so, and axe nothing against it, in both themes', async () => {
  const { page, list, conversation } = await desk.seat(adminEmail);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await page.keyboard.press('a');
  await page.getByRole('combobox').fill('nobody of this name');
  await page.getByText('No results').waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);
});

/** Brings a toast about: resolving needs an agent. */
async function provoke({ page, shell }: Seat): Promise<void> {
  await page.keyboard.press('e');
  await shell.toasts.first().waitFor();
}

/** Rests the pointer on a toast: it has come to rest, too, and does not go by itself while it is looked at, however slow the machine is. */
async function lookAt(toast: Locator): Promise<void> {
  await toast.hover();
  await soon(() => toast.getAttribute('data-expanded')).toBe('true');
}

test('toasts come top-center and cover nothing that is needed', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, list, conversation, shell } = seat;
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 101').click();
  await conversation.shows('Order 101');
  await provoke(seat);
  const toast = shell.toasts.first();
  await lookAt(toast);
  // One for each place; the default's is empty.
  const toaster = page.locator('[data-sonner-toaster][data-y-position="top"]');
  expect(await toaster.evaluate((element) => ({ ...(element as HTMLElement).dataset }))).toMatchObject({
    yPosition: 'top',
    xPosition: 'center',
  });
  const box = async (locator: typeof toaster) => (await locator.boundingBox())!;
  await soon(async () => Math.round((await box(toast)).width)).toBe(356);
  const overlaps = async (other: typeof toaster) => {
    const [a, b] = [await box(toast), await box(other)];
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  };
  await soon(async () => (await box(toast)).y).toBeGreaterThan(50);
  for (const needed of [
    list.row('Order 101'),
    conversation.action('Snooze'),
    conversation.action('Resolve'),
    list.titled('All'),
  ])
    await soon(() => overlaps(needed)).toBe(false);
  // A menu lies above it.
  await conversation.action('Snooze').click();
  const last = page.getByRole('menuitem', { name: '48 hours' }).or(page.getByRole('menuitem', { name: '2 days' }));
  await last.click();
  await soon(async () => (await list.row('Order 101').count()) === 0).toBe(true);

  // On a phone the bulk bar stays free.
  const phone = await desk.seat(adminEmail, { width: 390, height: 844 });
  await phone.page.goto('/inboxes/all?sort=started_first');
  for (const n of [2, 3]) await phone.list.tick(`Order ${100 + n}`).click();
  await phone.page.keyboard.press('e');
  await phone.shell.toasts.getByText('2 of 2 could not be changed').waitFor();
  await lookAt(phone.shell.toasts.first());
  const bar = (await phone.list.bulkBar.boundingBox())!;
  await soon(async () => (await phone.shell.toasts.first().boundingBox())!.y).toBeGreaterThanOrEqual(
    bar.y + bar.height,
  );
  expect(await violations(phone.page)).toEqual([]);
});

test('a toast is reached by Alt+T, opens under pointer and focus, and goes by its button, by a swipe or by itself', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, list, conversation, shell } = seat;
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 102').click();
  await conversation.shows('Order 102');
  await provoke(seat);
  const toast = shell.toasts.first();
  await soon(() => toast.getAttribute('data-mounted')).toBe('true');
  await page.keyboard.press('Alt+t');
  await soon(() => toast.getAttribute('data-expanded')).toBe('true');
  // From here on it stays.
  const region = page.getByRole('region', { name: /^Notifications/ });
  await soon(() => region.getAttribute('aria-live')).toBe('polite');
  await soon(() => page.evaluate(() => document.activeElement?.closest('[data-sonner-toaster]') !== null)).toBe(true);
  expect(await violations(page)).toEqual([]);
  // While it is looked at, it stays.
  await toast.getByRole('button', { name: 'Assign to me' }).waitFor();
  await page.keyboard.press('Escape');
  await soon(() => toast.getAttribute('data-expanded')).toBe('false');

  await lookAt(toast);
  await toast.getByRole('button', { name: 'Close' }).click();
  await soon(() => shell.toasts.count()).toBe(0);

  await provoke(seat);
  await lookAt(toast);
  const { x, y, width, height } = (await toast.boundingBox())!;
  await page.mouse.move(x + 40, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 40, y - 90, { steps: 12 });
  await page.mouse.up();
  await soon(() => shell.toasts.count()).toBe(0);
  expect(width).toBeGreaterThan(300);

  await provoke(seat);
  await page.mouse.move(5, 400);
  await soon(() => shell.toasts.count()).toBe(0);
});

test('three toasts are seen at a time', async () => {
  const seat = await desk.seat(adminEmail);
  const { page, list, conversation, shell, allow } = seat;
  allow(/status of 500|Unexpected/);
  await page.goto('/inboxes/all?sort=started_first');
  await list.row('Order 103').click();
  await conversation.shows('Order 103');
  let n = 0;
  await page.route('**/api/v1/conversations/*/assignee/**', (route) => {
    n += 1;
    return route.fulfill({
      status: 500,
      json: { status: 'error', error_type: 'GeneralException', message: `Refusal ${n}`, data: null },
    });
  });
  for (let tries = 1; tries <= 5; tries += 1) {
    await page.keyboard.press('i');
    await shell.toasts.getByText(`Refusal ${tries}`).waitFor();
    await lookAt(shell.toasts.first());
  }
  const visible = page.locator('[data-sonner-toast][data-visible="true"]');
  await soon(() => visible.count()).toBe(3);
  // Side by side with a gap of 14.
  const edges = async () => {
    const boxes = await visible.evaluateAll((toasts) =>
      toasts.map((toast) => toast.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom })),
    );
    boxes.sort((one, other) => one.top - other.top);
    return boxes.slice(1).map(({ top }, index) => Math.round(top - boxes[index]!.bottom));
  };
  await soon(edges).toEqual([14, 14]);
});
