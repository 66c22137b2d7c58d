import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';
import { systemEmail } from '../users/index.ts';

/** A sign-on that waits for its callback. */
export interface SignOnRow {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider_id: number;
  provider_updated_at: Date;
  verifier: string;
  nonce: string;
  next: string;
  created_at: Date;
}

export async function insertSignOn(db: Transaction, row: SignOnRow): Promise<void> {
  await db.insertInto('oidc_sign_ons').values(row).execute();
}

/** Takes the sign-on of a state away, so that no second callback finds it; undefined when there is none (any more). */
export async function takeSignOn(db: Transaction, stateHash: Buffer): Promise<SignOnRow | undefined> {
  return db.deleteFrom('oidc_sign_ons').where('state_hash', '=', stateHash).returningAll().executeTakeFirst();
}

export async function deleteSignOnsBefore(db: Transaction, time: Date): Promise<void> {
  await db.deleteFrom('oidc_sign_ons').where('created_at', '<', time).execute();
}

/** Somebody at a provider. */
export interface Subject {
  provider_id: number;
  issuer: string;
  subject: string;
}

/** What of an agent decides whether they may sign in. */
export interface MatchedAgent {
  id: number;
  email: string;
  enabled: boolean;
  deleted_at: Date | null;
}

/** The agent that a subject was, deleted ones too; undefined for a subject that never came. */
export async function findAgentOfSubject(db: Reader, { provider_id, issuer, subject }: Subject) {
  const row = await agents(db)
    .innerJoin('oidc_identities as i', 'i.user_id', 'u.id')
    .where('i.provider_id', '=', provider_id)
    .where('i.issuer', '=', issuer)
    .where('i.subject', '=', subject)
    .executeTakeFirst();
  return row as MatchedAgent | undefined;
}

/** The agent of an address, found without regard to case; never System. */
export async function findAgentOfAddress(db: Reader, email: string): Promise<MatchedAgent | undefined> {
  const row = await agents(db)
    .where(sql<boolean>`lower(u.email) = lower(${email})`)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst();
  return row as MatchedAgent | undefined;
}

/** Remembers who a subject is, whoever it was before. */
export async function saveIdentity(db: Transaction, subject: Subject, user_id: number, now: Date): Promise<void> {
  await db
    .insertInto('oidc_identities')
    .values({ ...subject, user_id, created_at: now, last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'issuer', 'subject']).doUpdateSet({ user_id, last_used_at: now }),
    )
    .execute();
}

/** Remembers where a session's end is told to its provider; `logout_address` is sealed. */
export async function insertProviderSession(
  db: Transaction,
  session: { session_id: Buffer; provider_id: number; logout_address: string },
): Promise<void> {
  await db.insertInto('oidc_sessions').values(session).execute();
}

/** The sealed address where a session's end is told to its provider, as long as that is wanted. */
export async function findLogoutAddress(db: Reader, sessionId: Buffer): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidc_sessions as s')
    .innerJoin('oidc_providers as p', 'p.id', 's.provider_id')
    .where('s.session_id', '=', sessionId)
    .where('p.enabled', '=', true)
    .where('p.ends_session', '=', true)
    .select('s.logout_address')
    .executeTakeFirst();
  return row?.logout_address;
}

/** The roles that a provider's new agents get, locked against deletion until the end of the transaction. */
export async function holdProviderRoles(db: Transaction, provider_id: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('roles as r')
    .innerJoin('oidc_provider_roles as pr', 'pr.role_id', 'r.id')
    .where('pr.provider_id', '=', provider_id)
    .select(['r.id', 'r.name'])
    .orderBy('r.name')
    .forKeyShare('r')
    .execute();
}

function agents(db: Reader) {
  return db
    .selectFrom('users as u')
    .where('u.type', '=', 'agent')
    .where('u.email', '<>', systemEmail)
    .select(['u.id', sql<string>`u.email`.as('email'), 'u.enabled', 'u.deleted_at']);
}
