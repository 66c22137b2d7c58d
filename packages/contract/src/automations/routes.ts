import * as z from 'zod';
import { CausesQuery, RuleLogEntry } from '../causes.ts';
import { defineRoutes } from '../define-route.ts';
import { formBoolean, idParams, ok } from '../primitives.ts';
import { Automation, AutomationInput, AutomationWeights } from './entity.ts';
import { executionModes } from './vocabulary.ts';

const access = { permission: 'automations:manage' } as const;

export const automationRoutes = defineRoutes({
  'automations.list': {
    method: 'GET',
    path: '/api/v1/automations/rules',
    access,
    encoding: 'none',
    query: z.object({ type: z.string().optional() }),
    output: z.array(Automation),
    summary: 'Rules of a type in the order in which they run; none for an unknown type',
  },
  'automations.set_weights': {
    method: 'PUT',
    path: '/api/v1/automations/rules/weights',
    access,
    encoding: 'json',
    body: AutomationWeights,
    output: ok,
    summary: 'Puts rules in order: `{"<rule id>": <place>}`; lower places run first',
  },
  'automations.set_mode': {
    method: 'PUT',
    path: '/api/v1/automations/rules/execution-mode',
    access,
    encoding: 'form',
    body: z.object({ mode: z.enum(executionModes) }),
    output: ok,
    summary: 'Whether every rule that matches a new conversation runs, or only the first',
  },
  'automations.get': {
    method: 'GET',
    path: '/api/v1/automations/rules/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: Automation,
    summary: 'One rule',
  },
  'automations.log': {
    method: 'GET',
    path: '/api/v1/automations/rules/:id/log',
    access,
    encoding: 'none',
    params: idParams,
    query: CausesQuery.extend({ failed: formBoolean.optional() }),
    output: z.object({ results: z.array(RuleLogEntry), next_cursor: z.number().nullable() }),
    summary: 'What a rule did within 90 days, newest first; `failed`: only where an action failed',
  },
  'automations.create': {
    method: 'POST',
    path: '/api/v1/automations/rules',
    access,
    encoding: 'json',
    body: AutomationInput,
    output: ok,
    summary: 'Creates a rule, enabled, after the others of its type',
  },
  'automations.update': {
    method: 'PUT',
    path: '/api/v1/automations/rules/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: AutomationInput,
    output: ok,
    summary: 'Changes a rule; its place and the mode stay',
  },
  'automations.remove': {
    method: 'DELETE',
    path: '/api/v1/automations/rules/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a rule',
  },
  'automations.toggle': {
    method: 'PUT',
    path: '/api/v1/automations/rules/:id/toggle',
    access,
    encoding: 'form',
    params: idParams,
    output: ok,
    summary: 'Enables a disabled rule and the other way round',
  },
});
