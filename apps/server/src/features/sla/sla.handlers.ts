import type { slaRoutes, slaSimulationRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { getPolicy, listPolicies, policyUsage } from './read-policies.ts';
import { createPolicy, removePolicy, updatePolicy } from './save-policy.ts';
import { setByHand } from './set-by-hand.ts';
import { getSimulation } from './simulation/read-simulation.ts';
import { cancelSimulation, startSimulation } from './simulation/start-simulation.ts';

/** Every route of SLA policies and what answers it. */
export function createSlaHandlers({ db, work }: Deps): Handlers<typeof slaRoutes & typeof slaSimulationRoutes> {
  return {
    'sla.list': ({ actor }) => listPolicies(db, actor),
    'sla.get': ({ params }) => getPolicy(db, params.id),
    'sla.create': ({ actor, body }) => work(actor, (uow) => createPolicy(uow, body)),
    'sla.update': ({ actor, params, body }) => work(actor, (uow) => updatePolicy(uow, params.id, body)),
    'sla.remove': ({ actor, params }) => work(actor, (uow) => removePolicy(uow, params.id)),
    'sla.simulate': ({ actor, body }) => work(actor, (uow) => startSimulation(uow, body)),
    'sla.simulation': ({ actor, params }) => getSimulation(db, actor, params.id),
    'sla.cancel_simulation': ({ actor, params }) => work(actor, (uow) => cancelSimulation(uow, params.id)),
    'conversations.set_sla': ({ actor, params, body }) =>
      work(actor, (uow) => setByHand(uow, params.uuid, body.policy_id)),
    'sla.usage': ({ params }) => policyUsage(db, params.id),
  };
}
