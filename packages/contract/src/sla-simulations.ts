import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { idParams, nullableTime, ok, optionalId, rowId, time } from './primitives.ts';
import { SlaPolicyInput } from './sla.ts';

/** How far back a simulation looks, in days. */
export const simulatedDays = 90;
/** How many conversations one looks at, newest first. */
export const simulatedConversations = 20_000;
/** How many conversations that would have gone otherwise an answer shows each way. */
export const simulationSamples = 20;

export const simulatedMetrics = ['first_response', 'next_response', 'resolution'] as const;
export type SimulatedMetric = (typeof simulatedMetrics)[number];

const idList = z.preprocess((value) => value ?? [], z.array(rowId).max(100)).transform((ids) => [...new Set(ids)]);

/**
 * What is to be tried. `policy` is as it would be saved. With `policy_id` and neither teams nor inboxes, the conversations are those that
 * have or had the stored policy, or are with a team that carries it; else those of the teams and inboxes, or all. `business_hours_id` takes
 * the place of the teams' and the desk's hours in what would have been.
 */
export const SlaSimulationInput = z.object({
  policy_id: optionalId.optional(),
  policy: SlaPolicyInput,
  business_hours_id: optionalId.optional(),
  team_ids: idList,
  inbox_ids: idList,
});
export type SlaSimulationInput = z.output<typeof SlaSimulationInput>;

/** In milliseconds of open time: half are at most the median, nine of ten at most `p90`. Null when there are none. */
const Spread = z.object({ median: z.number(), p90: z.number() }).nullable();

/** Promises kept and broken; `open` ones still run. `overdue` tells of the broken, `left` of the kept. */
export const SimulatedOutcome = z.object({
  met: z.number(),
  breached: z.number(),
  open: z.number(),
  overdue: Spread,
  left: Spread,
});
export type SimulatedOutcome = z.output<typeof SimulatedOutcome>;

const counts = z.object({ met: z.number(), breached: z.number() });
const perMetric = <Shape extends z.ZodType>(shape: Shape) =>
  z.object({ first_response: shape, next_response: shape, resolution: shape });
/** `before` is under the policy as it is stored, `after` under the edited one. */
const compared = <Shape extends z.ZodType>(shape: Shape) => perMetric(z.object({ before: shape, after: shape }));

export const SimulatedPart = z.object({ conversations: z.number(), metrics: compared(counts) });
export type SimulatedPart = z.output<typeof SimulatedPart>;

const outcome = z.enum(['met', 'breached', 'open']);

/** One promise that would have gone otherwise; only of conversations that the reader may see. */
export const SimulationSample = z.object({
  uuid: z.string(),
  reference_number: z.string(),
  subject: z.string(),
  metric: z.enum(simulatedMetrics),
  from: outcome,
  to: outcome,
  deadline_before: time,
  deadline_after: time,
  /** When it was answered or resolved; null while it is not. */
  done_at: nullableTime,
});
export type SimulationSample = z.output<typeof SimulationSample>;

export const SlaSimulationResult = z.object({
  conversations: z.number(),
  /** There were more than a simulation looks at: these are the newest. */
  capped: z.boolean(),
  /** Conversations without a deadline, because no hours are set or they never open. */
  without_hours: z.number(),
  metrics: compared(SimulatedOutcome),
  /** `team` is null for conversations of no team. */
  by_team: z.array(z.object({ team_id: z.number().nullable(), team: z.string().nullable(), ...SimulatedPart.shape })),
  /** By the week in which a conversation began; `week` is its Monday, in the desk's time zone. */
  by_week: z.array(z.object({ week: z.string(), ...SimulatedPart.shape })),
  /** How many promises would have been kept instead of broken, and broken instead of kept. */
  better: z.number(),
  worse: z.number(),
  samples: z.array(SimulationSample),
});
export type SlaSimulationResult = z.output<typeof SlaSimulationResult>;

export const simulationStates = ['queued', 'running', 'done', 'cancelled', 'failed'] as const;

/** A simulation and how far it is; kept for seven days. */
export const SlaSimulation = z.object({
  id: z.number(),
  created_at: time,
  finished_at: nullableTime,
  policy_id: z.number().nullable(),
  state: z.enum(simulationStates),
  /** Null until they have been counted. */
  total: z.number().nullable(),
  done: z.number(),
  result: SlaSimulationResult.nullable(),
});
export type SlaSimulation = z.output<typeof SlaSimulation>;

const access = { permission: 'sla:manage' } as const;

export const slaSimulationRoutes = defineRoutes({
  'sla.simulate': {
    method: 'POST',
    path: '/api/v1/sla/simulations',
    access,
    encoding: 'json',
    body: SlaSimulationInput,
    output: SlaSimulation,
    summary:
      'Tries an edited SLA policy on the last 90 days, in the background; ends the one that the same agent began before',
  },
  'sla.simulation': {
    method: 'GET',
    path: '/api/v1/sla/simulations/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: SlaSimulation,
    summary: 'How far a simulation is, and what came out',
  },
  'sla.cancel_simulation': {
    method: 'PUT',
    path: '/api/v1/sla/simulations/:id/cancel',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Ends a simulation; one that is over stays as it is',
  },
});
