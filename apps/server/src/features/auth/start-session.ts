import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { hashToken, newTokens } from './session-cookies.ts';
import { insertSession } from './sessions.queries.ts';

/** Makes a session under a new id; answers its secret, which is stored nowhere, and its CSRF token. */
export async function startSession(
  uow: UnitOfWork,
  session: {
    user_id: number;
    lifetime_seconds: number;
    ip: string;
    user_agent: string;
    /** A provider has vouched for a second factor. */
    provider_factor?: boolean;
  },
): Promise<{ token: string; csrf_token: string }> {
  const { lifetime_seconds, provider_factor = false, ...values } = session;
  const tokens = newTokens();
  await insertSession(uow.db, {
    ...values,
    id_hash: hashToken(tokens.token),
    csrf_token: tokens.csrf_token,
    provider_factor,
    created_at: uow.now,
    confirmed_at: uow.now,
    expires_at: new Date(uow.now.getTime() + lifetime_seconds * 1000),
  });
  return tokens;
}
