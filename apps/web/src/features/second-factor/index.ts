export { AgentSecondFactor } from './AgentSecondFactor.tsx';
export { passkeyProblem } from './passkeys.ts';
export { SecondFactorPanel } from './SecondFactorPanel.tsx';
export { SecondStep, signInByPasskeyAlone } from './SecondStep.tsx';
export { secondFactorQueries } from './second-factor.api.ts';
