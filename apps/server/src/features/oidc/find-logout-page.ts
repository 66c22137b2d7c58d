import type { Deps } from '../../core/deps.ts';
import { findLogoutAddress } from './sign-on.queries.ts';

/** Answers the provider's page that ends its own session along with one of ours; null where there is none or it is not wanted. */
export function createFindLogoutPage({
  db,
  sealer,
}: Pick<Deps, 'db' | 'sealer'>): (sessionId: Buffer) => Promise<string | null> {
  return async (sessionId) => {
    const sealed = await findLogoutAddress(db, sessionId);
    return sealed === undefined ? null : sealer.open(sealed);
  };
}
