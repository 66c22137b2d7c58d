import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { DB } from './types.gen.ts';

export type { DB } from './types.gen.ts';

/** What writing queries accept: a transaction, never the pool (the unit of work, architecture 3.3). */
export type Transaction = KyselyTransaction<DB>;

/** What reading queries accept: pool and transaction both fit; inserts and updates do not exist on it. */
export type Reader = Pick<Kysely<DB>, 'selectFrom' | 'selectNoFrom' | 'with' | 'withRecursive' | 'fn' | 'getExecutor'>;
