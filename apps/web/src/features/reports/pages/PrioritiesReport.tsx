import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by priority. */
export function Component() {
  return <BreakdownReport by="priority" />;
}
