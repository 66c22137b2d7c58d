import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by agent. */
export function Component() {
  return <BreakdownReport by="agent" />;
}
