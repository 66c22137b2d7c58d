export { createFindLogoutPage } from './find-logout-page.ts';
export { keepProviderSession } from './keep-provider-session.ts';
export { createOidcHandlers } from './oidc.handlers.ts';
