import { type Logger, pino } from 'pino';

export type Log = Logger;

/** JSON lines on stdout. Secrets and mail bodies never reach it: callers log ids and reasons only. */
export function createLog(level: string): Log {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
