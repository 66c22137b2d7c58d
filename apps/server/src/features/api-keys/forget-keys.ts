import type { Deps } from '../../core/deps.ts';
import { deleteOldKeys } from './api-keys.queries.ts';

const hour = 3_600_000;
/** Revoked keys are shown, and called revoked, for so long; after that they are unknown. */
const revokedDays = 30;

/** Part of the hourly clean-up. */
export async function forgetKeys({ work, system }: Pick<Deps, 'work' | 'system'>): Promise<void> {
  await work(system, async (uow) => {
    const ago = (milliseconds: number) => new Date(uow.now.getTime() - milliseconds);
    await deleteOldKeys(uow.db, { revoked: ago(revokedDays * 24 * hour), wrong: ago(hour) });
  });
}
