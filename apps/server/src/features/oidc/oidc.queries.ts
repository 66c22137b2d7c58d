import type { OidcProvider } from '@bellhop/contract';
import type { Reader, Transaction } from '../../db/types.ts';

/** A provider as stored: its secret is sealed, '' for none. */
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
}

export type ProviderValues = Omit<ProviderRow, 'id' | 'created_at'>;

/** All providers, latest update first. */
export async function loadProviders(db: Reader): Promise<ProviderRow[]> {
  const query = db.selectFrom('oidc_providers').selectAll().orderBy('updated_at', 'desc').orderBy('id', 'desc');
  return (await query.execute()) as ProviderRow[];
}

export async function findProvider(db: Reader, id: number): Promise<ProviderRow | undefined> {
  const row = await db.selectFrom('oidc_providers').selectAll().where('id', '=', id).executeTakeFirst();
  return row as ProviderRow | undefined;
}

/** Locks a provider until the end of the transaction; undefined when there is none. */
export async function lockProvider(db: Transaction, id: number): Promise<ProviderRow | undefined> {
  const row = await db.selectFrom('oidc_providers').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
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
