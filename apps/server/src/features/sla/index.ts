export { applyPolicy, removePolicyFrom } from './apply-policy.ts';
export { applyDefaultAtStart, followMessage, followReply, followStatus, followTeam } from './follow-events.ts';
export { recomputeSla } from './recompute.job.ts';
export { createPolicy } from './save-policy.ts';
export { runSimulation, tidySimulations } from './simulation/run-simulation.ts';
export { createSlaHandlers } from './sla.handlers.ts';
export { findSlaHours } from './sla-hours.ts';
export { type SlaSweep, startSlaSweep } from './start-sweep.ts';
export { sweepSla } from './sweep.ts';
