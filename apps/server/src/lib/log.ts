import { type DestinationStream, type Logger, pino } from 'pino';
import { logContext } from './log-context.ts';

export type Log = Logger;

/**
 * JSON lines, on stdout unless told otherwise; see log-context.ts for where they come from. Secrets and mail bodies never reach them: callers log ids and reasons only, and of
 * an error what the database quotes out of the refused row is left out.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    // Lines of a request or a job say so, however deep they are written. What a caller says itself goes before it.
    mixin: () => ({ ...logContext() }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: withoutQuotes },
  };
  return pino(options, destination ?? standardOutput());
}

/** What waits for an output that takes no more, in bytes; later lines are dropped. */
const longestWait = 1024 * 1024;

function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: true, maxLength: longestWait });
  // A full disk under the log stops no mail, and there is no other place to tell of it.
  stream.on('error', () => {});
  return stream;
}

/** Members of PostgreSQL's errors that hold values of rows or statements. */
const quoting = ['detail', 'where', 'internalQuery'];

/** Many callers pass the message alone, which has nothing to leave out. */
function withoutQuotes(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const members = Object.entries(pino.stdSerializers.err(error)).filter(([name]) => !quoting.includes(name));
  return Object.fromEntries(members);
}
