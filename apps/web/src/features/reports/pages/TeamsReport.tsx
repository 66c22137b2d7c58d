import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by team. */
export function Component() {
  return <BreakdownReport by="team" />;
}
