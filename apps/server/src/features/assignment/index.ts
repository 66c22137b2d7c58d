export { assignWaiting } from './assign-waiting.ts';
export {
  forgetTurns,
  offerByTeam,
  offerChanged,
  offerOfTeam,
  offerTaken,
  offerToAgent,
  offerToComer,
} from './offer.ts';
export { startAssigner, sweepAssignment } from './start-assigner.ts';
