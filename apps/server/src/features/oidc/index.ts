export { createOidcHandlers } from './oidc.handlers.ts';
