import { isIP } from 'node:net';
import type { PushSubscription, PushSubscriptionInput, PushTest } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { isPrivateAddress } from '../../lib/outbound.ts';
import { readUserAgent } from '../../lib/user-agent.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { currentLanguagePack, loadSettings } from '../settings/index.ts';
import { postPush, type Way } from './post-push.ts';
import {
  deleteGone,
  deleteOldest,
  deleteSubscription,
  findSubscription,
  listSubscriptions,
  noteAttempt,
  type SubscriptionRow,
  upsertSubscription,
} from './subscriptions.queries.ts';

/** An agent has no more browsers than this; the oldest give way. */
const mostBrowsers = 20;
const testLivesMs = 60_000;

type Session = { id_hash: Buffer };

/** The browsers in which an agent is told things. */
export async function ownSubscriptions(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  session: Session,
): Promise<PushSubscription[]> {
  return (await listSubscriptions(db, actor.id)).map((row) => view(row, session));
}

/** Takes in the browser of a session. Throws push.private_address for an endpoint that leads into the house. */
export async function subscribe(
  { db, work }: Pick<Deps, 'db' | 'work'>,
  actor: Actor,
  input: PushSubscriptionInput & { session: Session; user_agent: string },
): Promise<PushSubscription> {
  const { endpoint, keys, session, user_agent } = input;
  await checkEndpoint(db, endpoint);
  const row = await work(actor, async (uow) => {
    const stored = await upsertSubscription(uow.db, {
      user_id: actor.id,
      session_id: session.id_hash,
      endpoint,
      ...keys,
      user_agent,
      created_at: uow.now,
    });
    await deleteOldest(uow.db, actor.id, mostBrowsers);
    return stored;
  });
  return view(row, session);
}

/** Forgets one of an agent's browsers. Throws push.subscription_not_found. */
export async function unsubscribe({ work }: Pick<Deps, 'work'>, actor: Actor, id: number): Promise<true> {
  if (!(await work(actor, (uow) => deleteSubscription(uow.db, actor.id, id)))) {
    throw new AppError('push.subscription_not_found');
  }
  return true;
}

/** Sends a notification now, past the queue. Throws push.subscription_not_found. */
export async function testPush(deps: Deps, actor: Actor, id: number, way: Way = {}): Promise<PushTest> {
  const row = await findSubscription(deps.db, actor.id, id);
  if (!row) throw new AppError('push.subscription_not_found');
  const pack = await currentLanguagePack(deps.db);
  const { 'app.site_name': title } = await loadSettings(deps.db);
  const tag = 'test';
  const body = pack['account.push.testBody'] ?? '';
  const outcome = await postPush(
    deps,
    {
      ...row,
      tag,
      payload: JSON.stringify({ title, body, url: '/account/notifications', tag }),
      expires_at: new Date(deps.clock.now().getTime() + testLivesMs),
    },
    way,
  );
  await deps.work(actor, async (uow) => {
    if (outcome.kind === 'gone') return deleteGone(uow.db, id);
    const isTaken = outcome.kind === 'taken';
    await noteAttempt(
      uow.db,
      id,
      isTaken ? { last_used_at: uow.now, last_error: null } : { last_error: outcome.error },
    );
  });
  return outcome.kind === 'taken' ? { ok: true, detail: '' } : { ok: false, detail: outcome.error };
}

/** What the connection is held to anyway, said at once: a name may lead elsewhere later. */
async function checkEndpoint(db: Deps['db'], endpoint: string): Promise<void> {
  const { 'app.allow_private_addresses': mayBePrivate } = await loadSettings(db);
  if (mayBePrivate) return;
  const { protocol, hostname } = new URL(endpoint);
  const host = hostname.replace(/^\[|\]$/g, '');
  if (protocol !== 'https:' || (isIP(host) !== 0 && isPrivateAddress(host))) throw new AppError('push.private_address');
}

function view(row: SubscriptionRow, session: Session): PushSubscription {
  const { id, created_at, last_used_at, last_error } = row;
  return {
    ...wireTimes({ id, created_at, last_used_at, last_error }),
    ...readUserAgent(row.user_agent),
    is_current: row.session_id.equals(session.id_hash),
  };
}
