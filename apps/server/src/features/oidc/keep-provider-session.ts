import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { insertProviderSession } from './sign-on.queries.ts';

/** Notes where the end of a session is told to the provider that it came from; nothing where `logout_address`, which is sealed, is null. */
export async function keepProviderSession(
  uow: UnitOfWork,
  session_id: Buffer,
  { provider_id, logout_address }: { provider_id: number; logout_address: string | null },
): Promise<void> {
  if (logout_address) await insertProviderSession(uow.db, { session_id, provider_id, logout_address });
}
