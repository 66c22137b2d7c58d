import type { Worker } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queuePush } from '../../apps/server/src/features/push/index.ts';
import {
  createBrowser,
  type PushService,
  startPushService,
  vapidClaims,
} from '../../apps/server/test/fakes/push-service.ts';
import { adminEmail, testPassword } from '../../apps/server/test/harness.ts';
import { allowPrivate } from '../../apps/server/test/webhooks.ts';
import { violationsInBothThemes } from '../axe.ts';
import { useDesk } from '../desk.ts';
import { soon } from '../soon.ts';

let service: PushService;
const desk = useDesk({}, () => allowPrivate(desk, true));
// One that answers as at first, whatever a try before has told it.
beforeEach(async () => {
  service = await startPushService();
});
afterEach(() => service.close());

const browser = createBrowser();
const section = { name: 'Push notifications', exact: true } as const;
const rows = async () => (await desk.pool.query('select * from push_subscriptions order by id')).rows;

/** What Chromium would ask of a push service on the internet; all else is its own. */
const localPush = ({ endpoint, keys }: { endpoint: string; keys: Record<string, string> }) => {
  const made = {
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => {
      localStorage.removeItem('fake');
      return true;
    },
  };
  PushManager.prototype.subscribe = async () => {
    localStorage.setItem('fake', 'on');
    return made as never;
  };
  PushManager.prototype.getSubscription = async () => (localStorage.getItem('fake') ? (made as never) : null);
};

test('turned on, tested, told, taken in again after the next sign-in, and turned off', async () => {
  const { page, allow, shell, login } = await desk.seat(adminEmail);
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: desk.address });
  await page.addInitScript(localPush, { endpoint: `${service.origin}/browser`, keys: browser.keys });
  const started = context.waitForEvent('serviceworker');
  await page.goto('/account/notifications');
  const push = page.getByRole('region', section);
  const toggle = push.getByRole('switch', { name: 'Push notifications in this browser' });
  await toggle.and(page.locator(':enabled')).focus();
  await page.keyboard.press('Space');
  const row = push.getByRole('listitem');
  await row.getByText('This browser').waitFor();
  await soon(() => toggle.isChecked()).toBe(true);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await row.getByRole('button', { name: /^Send a test to/ }).click();
  await page.getByText(/^A test is on its way to/).waitFor();
  const [call] = service.calls;
  const told = browser.decrypt(call!.body);
  expect(JSON.parse(told)).toMatchObject({ body: 'Push notifications work in this browser', tag: 'test' });
  expect(vapidClaims(call!).aud).toBe(service.origin);

  // What the push service hands to Chromium, Chromium hands to the worker.
  const worker = await started;
  expect(new URL(worker.url()).pathname).toBe('/push-worker.js');
  await deliver(worker, told);
  expect(await shownBy(worker)).toMatchObject([{ body: 'Push notifications work in this browser', tag: 'test' }]);
  await page.reload();
  await row.getByText('This browser').waitFor();
  service.behave((_call, answer) => void answer.writeHead(500).end());
  await row.getByRole('button', { name: /^Send a test to/ }).click();
  await page.getByText('The last one did not arrive: the push service answers with status 500').first().waitFor();
  expect(await violationsInBothThemes(page)).toEqual([]);

  // Signing out ends it; the same agent's next session takes the browser in again.
  await shell.pick('Logout');
  await page.waitForURL(/\/$/);
  expect(await rows()).toEqual([]);
  allow(/401/);
  await login.signIn(adminEmail, testPassword);
  await page.waitForURL(/inboxes/);
  await desk.until(async () => (await rows()).length === 1, 'the browser to be taken in again');

  await page.goto('/account/notifications');
  // Another browser of the same agent's is removed by its button, this one by the switch.
  const other = await desk.as();
  const body = { endpoint: `${service.origin}/other`, keys: createBrowser().keys };
  expect((await other.call('push.subscribe', { body })).status).toBe(200);
  await page.reload();
  await push.getByRole('button', { name: /^Remove/ }).click();
  await expect.poll(() => row.count()).toBe(1);
  await toggle.click();
  await row.waitFor({ state: 'detached' });
  expect([await toggle.isChecked(), await rows()]).toEqual([false, []]);
});

test('a conversation is shown in the tab that has it, or in a new one; who looks at the desk is not told twice', async () => {
  const { page } = await desk.seat(adminEmail);
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: desk.address });
  const started = context.waitForEvent('serviceworker');
  await page.goto('/account/notifications');
  await page.evaluate(() =>
    navigator.serviceWorker
      .register('/push-worker.js')
      .then(() => navigator.serviceWorker.ready)
      .then(() => null),
  );
  const worker = await started;
  // Neither a focused window nor a click on a notification of the system can be had here: what they lead to is noted.
  const click = (url: string, windows: string[]): Promise<string[]> =>
    worker.evaluate(`(async () => {
      const did = [];
      const found = ${JSON.stringify(windows)}.map((url) => ({ url, focus: async () => did.push('focus ' + url) }));
      self.clients.matchAll = async () => found;
      self.clients.openWindow = async (url) => did.push('open ' + url);
      const event = new ExtendableEvent('notificationclick');
      const waits = [];
      event.waitUntil = (promise) => waits.push(promise);
      event.notification = { close() {}, data: { url: ${JSON.stringify(url)} } };
      self.dispatchEvent(event);
      await Promise.all(waits);
      return did;
    })()`);
  const at = (path: string) => `${desk.address}${path}`;
  const conversation = '/inboxes/assigned/conversation/5d2c';
  expect(await click(conversation, [at('/inboxes/team/3/conversation/5d2c?x=1')])).toEqual([
    `focus ${at('/inboxes/team/3/conversation/5d2c?x=1')}`,
  ]);
  expect(await click(conversation, [at('/inboxes/all')])).toEqual([`open ${at(conversation)}`]);
  expect(await click('https://evil.example/x', [])).toEqual([`open ${at('/')}`]);

  await deliver(worker, 'garbage');
  expect(await shownBy(worker)).toEqual([{ title: new URL(desk.address).host, body: '', tag: 'desk' }]);
  await worker.evaluate('self.clients.matchAll = async () => [{ focused: true }]; 0');
  await deliver(worker, JSON.stringify({ title: 'New', body: '', url: '/', tag: 'conversation 1' }));
  expect(await shownBy(worker)).toHaveLength(1);
});

test('where the browser blocks it, the page says what to do', async () => {
  const { page } = await desk.seat(adminEmail);
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'denied' }));
  await page.goto('/account/notifications');
  const push = page.getByRole('region', section);
  await push.getByText('Notifications of this site are blocked').waitFor();
  await soon(() => push.getByRole('switch').isDisabled()).toBe(true);
});

test('what is queued goes out by the worker of the product', async () => {
  service.calls.length = 0;
  service.behave((_call, answer) => void answer.writeHead(201).end());
  const client = await desk.as();
  await client.call('push.subscribe', { body: { endpoint: `${service.origin}/direct`, keys: browser.keys } });
  const { id } = (await client.call('agents.me')).data;
  const payload = { title: 'New assignment', body: 'Lamp', url: '/', tag: 'conversation 7' };
  await desk.app.deps.work(desk.app.deps.system, (uow) => queuePush(uow, [id], payload));
  const sent = () => service.calls.find(({ path }) => path === '/direct');
  await desk.until(async () => sent() !== undefined, 'the push service to be called');
  expect(JSON.parse(browser.decrypt(sent()!.body))).toEqual(payload);
});

/** Hands a payload to the worker as the browser does, and waits for what it does with it. */
function deliver(worker: Worker, text: string): Promise<void> {
  return worker.evaluate(`(async () => {
    const event = new PushEvent('push', { data: ${JSON.stringify(text)} });
    const waits = [];
    event.waitUntil = (promise) => waits.push(promise);
    self.dispatchEvent(event);
    await Promise.all(waits);
  })()`);
}

function shownBy(worker: Worker): Promise<{ title: string; body: string; tag: string }[]> {
  return worker.evaluate(`self.registration.getNotifications().then((all) =>
    all.map(({ title, body, tag }) => ({ title, body, tag })))`);
}
