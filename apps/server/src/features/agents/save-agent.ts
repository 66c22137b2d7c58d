import { type Agent, type AgentCreate, type AgentUpdate, adminRoleName, type WarningCode } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { recordActivity, recordChange } from '../activity-log/index.ts';
import { offerToAgent } from '../assignment/index.ts';
import { hashPassword, issuePasswordToken, setPassword, voidPasswordLink } from '../auth/index.ts';
import { demandRoles } from '../roles/index.ts';
import { isNotificationMailOn } from '../settings/index.ts';
import { queueSystemMail } from '../system-mail/index.ts';
import { replaceTeamsOf } from '../teams/index.ts';
import {
  availabilityActivities,
  changeAvailability,
  deleteAgent,
  insertAgent,
  isAddressTaken,
  type LockedAgent,
  loadAgent,
  lockAgent,
  rewriteAgent,
  systemEmail,
} from '../users/index.ts';
import { demandNoPasswordByKey, demandNoTakeover, demandOtherAdmin } from './guards.ts';
import { leave } from './leave.ts';

type Parts = Pick<Deps, 'work' | 'sealer'>;

/**
 * Creates an agent, enabled and offline (wire A 6.4). A welcome mail that cannot be sent holds nothing up: it is warned of. Throws
 * input.invalid, agent.email_taken, agent.role_exceeds, api_key.not_allowed.
 */
export async function createAgent(
  { work, sealer }: Parts,
  actor: Actor,
  input: AgentCreate,
  warn: (code: WarningCode) => void,
): Promise<true> {
  const { first_name, last_name, email, new_password } = input;
  demandNoPasswordByKey(actor, new_password);
  const password_hash = new_password === '' ? null : await hashPassword(new_password);
  return refuseTakenAddress(email, () =>
    work<true>(actor, async (uow) => {
      const roles = await demandRoles(uow, input.roles);
      const values = { first_name, last_name, email, enabled: true };
      const id = await insertAgent(uow.db, { ...values, password_hash, now: uow.now });
      await rewriteAgent(uow.db, id, { role_ids: roles.map((role) => role.id), now: uow.now });
      await replaceTeamsOf(uow.db, id, namesOf(input.teams));
      const after = recorded(await loadAgent(uow.db, id));
      await recordChange(uow, { entity: 'agent', id, name: email, before: null, after });
      if (input.send_welcome_email && !(await welcome(uow, sealer, { id, email }))) warn('warnings.welcome_mail_off');
      return true;
    }),
  );
}

/**
 * Changes an agent (wire A 6.5). Roles and teams count at once, in every process and on open sockets; a new password ends the
 * agent's sessions, but for the one under `session`; disabling is leaving. Throws agent.*, input.invalid,
 * config.changed_meanwhile, api_key.not_allowed.
 */
export async function updateAgent(
  { work, sealer }: Parts,
  actor: Actor,
  id: number,
  input: AgentUpdate,
  { session, warn }: { session: Buffer | undefined; warn: (code: WarningCode) => void },
): Promise<true> {
  demandNoPasswordByKey(actor, input.new_password);
  const hash = input.new_password === '' ? null : await hashPassword(input.new_password);
  return refuseTakenAddress(input.email, () =>
    work<true>(actor, async (uow) => {
      const locked = await lockEditable(uow, id);
      assertUnchanged(locked, input);
      const before = await loadAgent(uow.db, id);
      const enabled = input.enabled ?? before.enabled;
      if (id === actor.id && !enabled) throw new AppError('agent.own_account');
      if (input.email !== before.email) demandNoTakeover(actor, before, 'email');
      if (hash !== null) demandNoTakeover(actor, before, 'new_password');
      const roles = await demandRoles(uow, input.roles, { present: before.roles });
      if (!enabled || !roles.some((role) => role.name === adminRoleName)) await demandOtherAdmin(uow, before);
      const { first_name, last_name, email } = input;
      await rewriteAgent(uow.db, id, {
        values: { first_name, last_name, email, enabled },
        role_ids: roles.map((role) => role.id),
        now: uow.now,
      });
      if (email !== before.email) await voidPasswordLink(uow, id);
      if (input.teams) await replaceTeamsOf(uow.db, id, namesOf(input.teams));
      if (hash !== null) await setPasswordOf(uow, { id, email, password_hash: hash }, session);
      await moveAvailability(uow, locked, input.availability_status);
      await announce(uow, before);
      if (input.send_welcome_email && !(await welcome(uow, sealer, { id, email }))) warn('warnings.welcome_mail_off');
      return true;
    }),
  );
}

/** Deletes an agent; the address is free from then on. Throws agent.own_account, agent.is_system, agent.not_found, agent.last_admin. */
export async function removeAgent({ work }: Parts, actor: Actor, id: number): Promise<true> {
  if (id === actor.id) throw new AppError('agent.own_account');
  return work<true>(actor, async (uow) => {
    await lockEditable(uow, id);
    const before = await loadAgent(uow.db, id);
    await demandOtherAdmin(uow, before);
    await deleteAgent(uow.db, id, uow.now);
    await replaceTeamsOf(uow.db, id, []);
    await leave(uow, id, 'deleted');
    await recordChange(uow, { entity: 'agent', id, name: before.email ?? '', before: recorded(before), after: null });
    return true;
  });
}

async function lockEditable(uow: UnitOfWork, id: number): Promise<LockedAgent> {
  const agent = await lockAgent(uow.db, id);
  if (!agent) throw new AppError('agent.not_found');
  if (agent.email === systemEmail) throw new AppError('agent.is_system');
  return agent;
}

/** Sends a link by which the agent sets a password; false while the desk sends no mails of its own. */
async function welcome(uow: UnitOfWork, sealer: Sealer, agent: { id: number; email: string }): Promise<boolean> {
  if (!(await isNotificationMailOn(uow.db))) return false;
  const values = { ResetToken: await issuePasswordToken(uow, sealer, agent.id), Email: agent.email };
  return (await queueSystemMail(uow, { kind: 'welcome', to: agent.email, values })) !== null;
}

/** One's own session stays: it is the one that acts. */
function setPasswordOf(
  uow: UnitOfWork,
  agent: { id: number; email: string; password_hash: string },
  session: Buffer | undefined,
): Promise<void> {
  const isOwn = agent.id === uow.actor.id;
  return setPassword(uow, { ...agent, ip: uow.actor.ip ?? null, ...(isOwn && session && { keep_session: session }) });
}

/**
 * Other clients fold online, away and offline into one choice that sends `online`: for whoever is one of them it means no change
 * (settled question 7).
 */
async function moveAvailability(
  uow: UnitOfWork,
  agent: LockedAgent,
  to: AgentUpdate['availability_status'],
): Promise<void> {
  const from = agent.availability_status;
  const isFolded = to === 'online' && (from === 'away' || from === 'offline');
  if (to === undefined || to === from || isFolded) return;
  await changeAvailability(uow, agent, to);
  const activity = availabilityActivities[to];
  if (!activity) return;
  await recordActivity(uow, {
    activity_type: activity,
    actor: uow.actor,
    target_user_id: agent.id,
    params: { target_email: agent.email },
    ip: uow.actor.ip ?? null,
  });
}

/** Ends or renews what the agent may do now, and writes down what has changed. */
async function announce(uow: UnitOfWork, before: Agent): Promise<void> {
  const after = await loadAgent(uow.db, before.id);
  if (before.enabled && !after.enabled) await leave(uow, before.id, 'disabled');
  else {
    uow.wake('bellhop_sessions', String(before.id));
    offerToAgent(uow, before.id);
  }
  await recordChange(uow, {
    entity: 'agent',
    id: before.id,
    name: after.email ?? '',
    before: recorded(before),
    after: recorded(after),
  });
}

function recorded({ first_name, last_name, email, enabled, roles, teams }: Agent) {
  return { first_name, last_name, email, enabled, roles, teams: teams.map((team) => team.name) };
}

const namesOf = (teams: readonly { name: string }[]) => teams.map((team) => team.name);

async function refuseTakenAddress<T>(email: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save();
  } catch (error) {
    if (!isAddressTaken(error)) throw error;
    throw new AppError('agent.email_taken', { params: { email }, data: { email: 'it is taken' }, cause: error });
  }
}
