/** Why something happened; loaded when somebody asks, for which its users see. */
export { WhyDialog } from './WhyDialog.tsx';
