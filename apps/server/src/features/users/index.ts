export {
  type ActorRow,
  actorOf,
  agentLacksSecondFactor,
  findAgentsWith,
  findEnabledActor,
  lacksSecondFactor,
  loadActor,
  selectActors,
  systemActor,
  systemEmail,
} from './actors.queries.ts';
export {
  type AssignableAgent,
  findAssignableAgent,
  type LockedAgent,
  lockAgent,
  patchAgent,
} from './agents.queries.ts';
export { availabilityActivities, changeAvailability, isChosenAway } from './change-availability.ts';
export {
  type ContactRow,
  findContactByAddress,
  isBlockedAddress,
  lockContactAttributes,
  patchContactAttributes,
} from './contacts.queries.ts';
export { countSuppressedMail } from './count-suppressed-mail.ts';
export { loadAgent } from './load-agent.ts';
export {
  type AgentValues,
  countOtherAdmins,
  deleteAgent,
  insertAgent,
  isAddressTaken,
  listAgentRows,
  lockAdmins,
  rewriteAgent,
} from './manage-agents.queries.ts';
export { setAvailability } from './set-availability.ts';
export { sweepAvailability } from './sweep-availability.ts';
export { touchLastActive } from './touch-last-active.ts';
export { ensureContact, upsertContact, upsertContacts } from './upsert-contact.ts';
export { createUserHandlers } from './users.handlers.ts';
