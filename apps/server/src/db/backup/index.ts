export type { BackupHead, BackupManifest } from './format.ts';
export { fingerprintOf, openKey } from './format.ts';
export { restoreBackup } from './restore-backup.ts';
export { noteBackup } from './snapshot.ts';
export { writeBackup } from './write-backup.ts';
