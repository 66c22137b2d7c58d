import { type DestinationStream, type Logger, pino } from 'pino';

export type Log = Logger;

/**
 * JSON lines, on stdout unless told otherwise. Secrets and mail bodies never reach them: callers log ids and reasons only, and of
 * an error what the database quotes out of the refused row is left out.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutQuotes },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Members of PostgreSQL's errors that hold values of rows or statements. */
const quoting = ['detail', 'where', 'internalQuery'];

/** Many callers pass the message alone, which has nothing to leave out. */
function withoutQuotes(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const members = Object.entries(pino.stdSerializers.err(error)).filter(([name]) => !quoting.includes(name));
  return Object.fromEntries(members);
}
