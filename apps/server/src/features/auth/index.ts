export { createAuthHandlers } from './auth.handlers.ts';
export { endSessionsOf } from './end-session.ts';
export { createFindSession } from './find-session.ts';
export { createLogout } from './logout.ts';
export { issuePasswordToken } from './password-tokens.ts';
export { assertPasswordStrong, hashPassword } from './passwords.ts';
export { createPageCookies } from './session-cookies.ts';
export { setPassword, setPasswordOf } from './set-password.ts';
export { startSession } from './start-session.ts';
