import { AppError } from './app-error.ts';

/**
 * Refuses a change that was made on something older than what is stored: whoever saves second is told, and loses nothing (contract
 * `basedOn`). Without `based_on` nothing is compared. The caller holds the row's lock. Throws `config.changed_meanwhile`.
 */
export function assertUnchanged(stored: { updated_at: Date }, input: { based_on?: string | undefined }): void {
  if (input.based_on === undefined) return;
  // The wire carries milliseconds, the column more.
  if (new Date(input.based_on).getTime() === stored.updated_at.getTime()) return;
  throw new AppError('config.changed_meanwhile', { data: { updated_at: stored.updated_at.toISOString() } });
}
