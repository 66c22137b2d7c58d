export { createApiKeyHandlers } from './api-keys.handlers.ts';
export { createFindKey } from './find-key.ts';
export { forgetKeys } from './forget-keys.ts';
export { revokeKeysOf } from './revoke-keys.ts';
