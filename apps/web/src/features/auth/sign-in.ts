import type { Agent } from '@bellhop/contract';
import { api } from '../../lib/api.ts';

/** Signs in; the server sets session and CSRF cookies and answers the agent. Throws ApiError with a text for the form. */
export function signIn(email: string, password: string): Promise<Agent> {
  return api('auth.login', { body: { email: email.trim(), password } }, { allowUnauthorized: true });
}
