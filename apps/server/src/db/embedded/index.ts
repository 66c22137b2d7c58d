export { OperatorError } from '../../lib/operator-error.ts';
export { DataDirInUse, type DataDirLock, dataDirHolder, lockDataDir } from './lock-data-dir.ts';
export type { EmbeddedLog } from './postmaster.ts';
export { type EmbeddedOptions, type EmbeddedPostgres, embeddedDatabaseUrl, startEmbeddedPostgres } from './start.ts';
