import { AsyncLocalStorage } from 'node:async_hooks';

/** What a line of the log says about where it comes from: ids and words of ours alone. */
export interface LogContext {
  /** Of the HTTP request, as its answer names it in `x-request-id`. */
  request_id?: string;
  /** Kind of job, its number in the queue, and which attempt this is. */
  job?: string;
  job_id?: string;
  attempt?: number;
  /** Number of the record that says why something happens by itself. */
  cause?: number;
}

const current = new AsyncLocalStorage<LogContext>();

/** Runs something whose lines in the log say this too, whoever writes them, and whatever it waits for meanwhile. */
export function inLogContext<T>(context: LogContext, run: () => T): T {
  return current.run({ ...current.getStore(), ...context }, run);
}

/** What lines say that are written here and now. */
export function logContext(): LogContext {
  return current.getStore() ?? {};
}
