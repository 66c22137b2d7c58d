import type { inboxRoutes } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Handlers } from '../../http/request-context.ts';
import { downloadQuarantined, readQuarantine, replayAll, replayMail } from './quarantine.ts';
import { inboxUsage, readAlerts, readHealth, readInbox, readInboxes } from './read-inboxes.ts';
import { dropRecipients } from './resolve-recipient.ts';
import { readRoundTrip, startRoundTrip } from './round-trip.ts';
import { createInbox, removeInbox, toggleInbox, updateInbox } from './save-inbox.ts';
import { testConnection } from './test-connection.ts';

/** Every inbox route and what answers it. */
export function createInboxHandlers(deps: Deps): Handlers<typeof inboxRoutes> {
  const { db, work, sealer } = deps;
  const change = async (actor: Actor, body: (uow: UnitOfWork) => Promise<true>) => {
    const done = await work(actor, body);
    dropRecipients(db);
    return done;
  };
  return {
    'inboxes.list': () => readInboxes(db),
    'inboxes.test_connection': ({ body }) => testConnection(deps, body.id ?? null, body.config),
    'inboxes.quarantine': ({ query }) => readQuarantine(db, query),
    'inboxes.replay_mail': ({ actor, params }) => work(actor, (uow) => replayMail(uow, params.id)),
    'inboxes.replay_all': ({ actor }) => work(actor, replayAll),
    'inboxes.quarantined_eml': ({ params, reply }) => downloadQuarantined(deps, params.id, reply),
    'inboxes.health': () => readHealth(deps),
    'inboxes.alerts': () => readAlerts(db),
    'inboxes.get': ({ params }) => readInbox(deps, params.id),
    'inboxes.usage': ({ params }) => inboxUsage(db, params.id),
    'inboxes.round_trip': ({ actor, params }) => work(actor, (uow) => startRoundTrip(uow, params.id)),
    'inboxes.round_trip_state': ({ params }) => readRoundTrip(db, params.id),
    'inboxes.create': ({ actor, body }) => change(actor, (uow) => createInbox(uow, sealer, body)),
    'inboxes.update': ({ actor, params, body }) => change(actor, (uow) => updateInbox(uow, sealer, params.id, body)),
    'inboxes.toggle': ({ actor, params }) => change(actor, (uow) => toggleInbox(uow, params.id)),
    'inboxes.remove': ({ actor, params }) => change(actor, (uow) => removeInbox(uow, params.id)),
  };
}
