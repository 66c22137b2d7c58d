export { createFindLogoutPage } from './find-logout-page.ts';
export { createOidcHandlers } from './oidc.handlers.ts';
