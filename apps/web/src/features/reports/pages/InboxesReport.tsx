import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by inbox. */
export function Component() {
  return <BreakdownReport by="inbox" />;
}
