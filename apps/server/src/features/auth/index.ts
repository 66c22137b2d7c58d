export { sendPasswordLink } from './ask-password-link.ts';
export { createAuthHandlers } from './auth.handlers.ts';
export { endSessionsOf } from './end-session.ts';
export { createFindSession } from './find-session.ts';
export { type BegunSignIn, beginSecondFactor } from './first-step.ts';
export { admitSignOn } from './login-limits.ts';
export { createLogout } from './logout.ts';
export { issuePasswordToken, voidPasswordLink } from './password-tokens.ts';
export { assertPasswordStrong, hashPassword } from './passwords.ts';
export { createRenewSession } from './renew-session.ts';
export { resetFactorOf } from './reset-factor-of.ts';
export { createSecondStepHandlers } from './second-step.handlers.ts';
export {
  createPageCookies,
  hashToken,
  isSecure,
  presentedToken,
  writeBeginCookie,
  writeCsrfCookie,
  writeSessionCookie,
} from './session-cookies.ts';
export { setPassword, setPasswordOf } from './set-password.ts';
export { type NewSession, type SignIn, signIn } from './sign-in.ts';
export { startSession } from './start-session.ts';
