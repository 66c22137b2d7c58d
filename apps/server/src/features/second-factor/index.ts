export { deleteChallengesOf as dropBegunSignIns } from './challenges.queries.ts';
export { takeConfirmation } from './confirm.ts';
export {
  askForPasskey,
  challengeSeconds,
  countLoginTry,
  type FirstStepProvider,
  findLogin,
  methodsOf,
  openLogin,
  takeLogin,
  takePasskeyChallenge,
} from './login-challenges.ts';
export { offersPasskeys, readFactorState } from './read-second-factor.ts';
export { resetFactor } from './remove.ts';
export { createSecondFactorHandlers, type RenewSession } from './second-factor.handlers.ts';
export { useCode } from './use-code.ts';
export { ownerOfPasskey, usePasskey } from './use-passkey.ts';
