import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** A text gets a name when it is sent for this time: what comes once or twice is not worth a place in every connection. */
const sightings = 3;
/** Each connection keeps the plans of the names it has used, so there are not endlessly many. */
const mostNames = 400;
/** Everything else, `begin` and `commit` above all, has nothing to plan. */
const nameable = /^\s*(select|with|insert|update|delete)\b/i;
/** Texts without a name that are remembered; free filters make new ones all the time. */
const mostRemembered = 2_000;

/** A statement that was never asked, because the pool had no connection for it: all are in use, or the server takes none. */
export class NoConnection extends Error {
  override name = 'NoConnection';
  readonly code: string | undefined;

  constructor(cause: Error & { code?: string }) {
    super(cause.message, { cause });
    this.code = cause.code;
  }
}

/**
 * The pool as Kysely uses it, with texts that come again sent as named statements: a connection parses and plans those once,
 * which is about half of what a small query costs.
 */
export function nameStatements(pool: pg.Pool): PostgresPool {
  const names = createNames();
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const wrap = (client: pg.PoolClient): PostgresPoolClient => ({
    query: (text: unknown, values?: readonly unknown[]): never => {
      // The type's other half, cursors, is for streams, which nobody opens.
      if (typeof text !== 'string') throw new Error('cursors are not supported');
      return send(client, names, text, [...(values ?? [])]) as never;
    },
    release: (destroy) => client.release(destroy),
  });
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect().catch((error: Error) => {
        throw new NoConnection(error);
      });
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

async function send(client: pg.PoolClient, names: Names, text: string, values: unknown[]): Promise<pg.QueryResult> {
  const name = nameable.test(text) ? names.of(text) : null;
  if (name === null) return client.query(text, values);
  try {
    return await client.query({ name, text, values });
  } catch (error) {
    if (!isOutdated(error)) throw error;
    // Another process has migrated the table meanwhile.
    names.forget(text);
    if (client.getTransactionStatus() !== 'I') throw error;
    return client.query(text, values);
  }
}

function isOutdated(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '0A000' && message?.includes('cached plan') === true;
}

interface Names {
  /** The name of a text, or null while it has none. */
  of(text: string): string | null;
  /** From now on the text goes without a name. */
  forget(text: string): void;
}

function createNames(): Names {
  const seen = new Map<string, number>();
  const names = new Map<string, string | null>();
  return {
    of(text) {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= mostNames) return null;
      const times = (seen.get(text) ?? 0) + 1;
      if (times < sightings) {
        if (seen.size >= mostRemembered) seen.clear();
        seen.set(text, times);
        return null;
      }
      seen.delete(text);
      const name = `bellhop_${names.size + 1}`;
      names.set(text, name);
      return name;
    },
    forget: (text) => names.set(text, null),
  };
}
