import type { automationRoutes, dryRunRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { cancelDryRun, getDryRun, startDryRun } from './dry-run/ask-dry-run.ts';
import { setMode, setWeights } from './order-automations.ts';
import { getRule, listLog, listRules } from './read-automations.ts';
import { createRule, removeRule, toggleRule, updateRule } from './save-automation.ts';

/** Every route of automation rules and what answers it. */
export function createAutomationHandlers({
  db,
  work,
  clock,
}: Deps): Handlers<typeof automationRoutes & typeof dryRunRoutes> {
  return {
    'automations.list': ({ query }) => listRules(db, query.type ?? '', clock.now()),
    'automations.get': ({ params }) => getRule(db, params.id, clock.now()),
    'automations.log': ({ actor, params, query }) => listLog(db, actor, params.id, query),
    'automations.create': ({ actor, body }) => work(actor, (uow) => createRule(uow, body)),
    'automations.update': ({ actor, params, body }) => work(actor, (uow) => updateRule(uow, params.id, body)),
    'automations.remove': ({ actor, params }) => work(actor, (uow) => removeRule(uow, params.id)),
    'automations.toggle': ({ actor, params }) => work(actor, (uow) => toggleRule(uow, params.id)),
    'automations.set_weights': ({ actor, body }) => work(actor, (uow) => setWeights(uow, body)),
    'automations.dry_run': ({ actor, body }) => work(actor, (uow) => startDryRun(uow, body)),
    'automations.dry_run_state': ({ actor, params }) => getDryRun(db, actor, params.id),
    'automations.cancel_dry_run': ({ actor, params }) => work(actor, (uow) => cancelDryRun(uow, params.id)),
    'automations.set_mode': ({ actor, body }) => work(actor, (uow) => setMode(uow, body.mode)),
  };
}
