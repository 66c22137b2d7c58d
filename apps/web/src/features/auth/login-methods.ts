import { api } from '../../lib/api.ts';

/**
 * What the login page offers beside the password, and how a sign-in goes on that has begun at a provider. Asked for while the page itself
 * is fetched; without an answer there is the password still.
 */
export const loginMethods = api('login.methods').catch(() => ({ passkey: false, second_factor: null }));
