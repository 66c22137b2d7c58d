import type { OidcProvider } from '@bellhop/contract';
import { sql } from 'kysely';
import type { Reader, Transaction } from '../../db/types.ts';

/** A provider as stored: its secret is sealed, '' for none. `agent_roles` are names. */
export interface ProviderRow {
  id: number;
  created_at: Date;
  updated_at: Date;
  name: string;
  enabled: boolean;
  provider: OidcProvider['provider'];
  provider_url: string;
  client_id: string;
  client_secret: string;
  creates_agents: boolean;
  agent_domains: string[];
  ends_session: boolean;
  trusts_second_factor: boolean;
  agent_roles: string[];
}

/** The columns of its own row. */
export type ProviderValues = Omit<ProviderRow, 'id' | 'created_at' | 'agent_roles'>;

/** Providers with the names of the roles that their new agents get, as a query to be narrowed. */
function providers(db: Reader) {
  return db
    .selectFrom('oidc_providers')
    .selectAll('oidc_providers')
    .select(
      sql<string[]>`array(select r.name from oidc_provider_roles pr join roles r on r.id = pr.role_id
        where pr.provider_id = oidc_providers.id order by r.name)`.as('agent_roles'),
    );
}

/** All providers, latest update first. */
export async function loadProviders(db: Reader): Promise<ProviderRow[]> {
  const query = providers(db).orderBy('updated_at', 'desc').orderBy('id', 'desc');
  return (await query.execute()) as ProviderRow[];
}

export async function findProvider(db: Reader, id: number): Promise<ProviderRow | undefined> {
  const row = await providers(db).where('id', '=', id).executeTakeFirst();
  return row as ProviderRow | undefined;
}

/** Locks a provider until the end of the transaction; undefined when there is none. */
export async function lockProvider(db: Transaction, id: number): Promise<ProviderRow | undefined> {
  const row = await providers(db).where('id', '=', id).forUpdate().executeTakeFirst();
  return row as ProviderRow | undefined;
}

export async function insertProvider(db: Transaction, values: ProviderValues): Promise<number> {
  const row = await db
    .insertInto('oidc_providers')
    .values({ ...values, created_at: values.updated_at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function patchProvider(db: Transaction, id: number, values: ProviderValues): Promise<void> {
  await db.updateTable('oidc_providers').set(values).where('id', '=', id).execute();
}

export async function deleteProvider(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('oidc_providers').where('id', '=', id).execute();
}

/** Gives a provider's new agents exactly these roles. */
export async function replaceProviderRoles(db: Transaction, id: number, role_ids: readonly number[]): Promise<void> {
  await db.deleteFrom('oidc_provider_roles').where('provider_id', '=', id).execute();
  if (role_ids.length === 0) return;
  await db
    .insertInto('oidc_provider_roles')
    .values(role_ids.map((role_id) => ({ provider_id: id, role_id })))
    .execute();
}
