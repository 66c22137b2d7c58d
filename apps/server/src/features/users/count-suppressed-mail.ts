import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { incrementSuppressed } from './contacts.queries.ts';

/** Counts a mail that was not taken in because its sender is blocked, for the administrator (behaviour 1.4). */
export function countSuppressedMail(uow: UnitOfWork, address: string): Promise<void> {
  return incrementSuppressed(uow.db, address);
}
