import { createHmac } from 'node:crypto';
import type { WebhookInput, WebhookWithSecret } from '@bellhop/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { Deps } from '../src/core/deps.ts';
import { renewSettings } from '../src/features/settings/index.ts';
import { startDeliveries } from '../src/features/webhooks/index.ts';
import type { ApiClient } from './api-client.ts';
import { openConversation } from './conversations.ts';
import { answers, type HookReceiver, type ReceivedCall, startHookReceiver } from './fakes/hook-receiver.ts';
import { createHarness, type Harness } from './harness.ts';

let made = 0;

/** Adds a webhook for everything but notes, unless told otherwise. */
export async function addWebhook(
  admin: ApiClient,
  input: Partial<Omit<WebhookInput, 'url'>> & { url: string },
): Promise<WebhookWithSecret> {
  const answer = await admin.call('webhooks.create', {
    body: { name: `Hook ${++made}`, events: ['conversation.created', 'message.received'], ...input },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.data;
}

/** Lets webhooks reach this machine, or not. */
export async function allowPrivate(desk: Harness, isAllowed: boolean): Promise<void> {
  await desk.pool.query(
    `insert into settings (key, value) values ('app.allow_private_addresses', $1)
     on conflict (key) do update set value = excluded.value`,
    [JSON.stringify(isAllowed)],
  );
  await renewSettings(desk.app.deps.db);
}

/** What docs/webhooks.md tells receivers to do, written anew: whether a call is signed with a secret. */
export function isSignedWith(call: ReceivedCall, secret: string): boolean {
  const timestamp = String(call.headers['bellhop-timestamp']);
  const expected = createHmac('sha256', secret).update(`${timestamp}.${call.text}`).digest('hex');
  return String(call.headers['bellhop-signature'])
    .split(',')
    .map((part) => part.trim().split('='))
    .some(([version, hex]) => version === 'v1' && hex === expected);
}

/** A row of the deliveries as tests look at it. */
export interface DeliveryRow {
  id: number;
  webhook_id: number;
  seq: number;
  state: string;
  attempts: number;
  due_at: Date;
  last_attempt_at: Date;
  status: number | null;
  error: string | null;
  response_body: string | null;
}

/** A desk whose webhooks reach a receiver, anew for each test. */
export interface HookDesk {
  desk: Harness;
  admin: ApiClient;
  receiver: HookReceiver;
  /** Starts the part of a process that delivers, until the end of the test; `limit_ms` is long enough for any receiver that answers. */
  deliverFrom(deps?: Deps, limit_ms?: number): void;
  stopDelivering(): Promise<void>;
  wake(): Promise<void>;
  rows(): Promise<DeliveryRow[]>;
  states(): Promise<string[]>;
  /** Waits until every delivery is in one of these states. */
  settled(...wanted: string[]): Promise<unknown>;
  begin(): Promise<{ id: number; uuid: string; reference_number: string }>;
  setPriority(uuid: string, id: 1 | 2 | 3): Promise<void>;
}

/** Sets a desk up for the tests of a file; what it answers is there within tests. */
export function useHookDesk(): HookDesk {
  const it = {} as HookDesk;
  let running: { stop(): Promise<void> }[] = [];
  beforeAll(async () => {
    // Days pass within a test.
    it.desk = await createHarness({ env: { LOG_LEVEL: 'silent', SESSION_LIFETIME: '9600h' } });
    it.admin = await it.desk.as();
    it.receiver = await startHookReceiver();
    await allowPrivate(it.desk, true);
  });
  afterAll(async () => {
    await it.desk.close();
    await it.receiver.close();
  });
  beforeEach(async () => {
    it.desk.clock.set(new Date());
    it.receiver.behave(answers(200, 'thanks'));
    it.receiver.calls.length = 0;
    await it.desk.pool.query('truncate webhooks, webhook_events, webhook_deliveries restart identity cascade');
  });
  afterEach(() => it.stopDelivering());
  return Object.assign(it, {
    deliverFrom(deps = it.desk.app.deps, limit_ms = 5000) {
      running.push(startDeliveries(deps, it.desk.app.bus, { limit_ms }));
    },
    async stopDelivering() {
      const stopping = running;
      running = [];
      await Promise.all(stopping.map((one) => one.stop()));
    },
    wake: () => it.desk.app.deps.work(it.desk.app.deps.system, async (uow) => uow.wake('bellhop_webhooks')),
    async rows() {
      const query = 'select d.*, d.seq::int, d.id::int from webhook_deliveries as d order by d.id';
      return (await it.desk.pool.query(query)).rows;
    },
    states: async () => (await it.rows()).map(({ state }) => state),
    settled: (...wanted: string[]) =>
      it.desk.until(async () => (await it.states()).every((state) => wanted.includes(state)), `deliveries: ${wanted}`),
    begin: async () => (await openConversation(it.desk)).conversation,
    async setPriority(uuid, id) {
      const priority = ['Low', 'Medium', 'High'][id - 1];
      const answer = await it.admin.call('conversations.set_priority', { params: { uuid }, body: { priority } });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    },
  } satisfies Partial<HookDesk>);
}
