import { totalmem } from 'node:os';

/** Settings of the server, as names and values of postgresql.conf. */
export type Settings = Record<string, string>;

/** A small server's settings, fitted to the memory this process may use. */
export function defaultSettings(): Settings {
  const limit = process.constrainedMemory();
  const megabytes = Math.floor(Math.min(limit > 0 ? limit : Infinity, totalmem()) / 1024 ** 2);
  return {
    max_connections: '200',
    shared_buffers: `${Math.min(Math.max(Math.floor(megabytes / 16), 64), 512)}MB`,
    effective_cache_size: `${Math.max(Math.floor(megabytes / 2), 128)}MB`,
    work_mem: '8MB',
    maintenance_work_mem: '128MB',
    // Whole pages in the log shrink by a quarter at most, and a third of what a mail costs here after a checkpoint went into that.
    wal_compression: 'off',
    jit: 'off',
    random_page_cost: '1.1',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Errors of single statements reach the code that sent them. Logged here they would carry mail text and addresses.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
  };
}

/** Written as a file for `include`. */
export function renderSettings(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `# Written by Bellhop at each start. Your own settings go to the end of postgresql.conf, which wins.\n${lines.join('\n')}\n`;
}
