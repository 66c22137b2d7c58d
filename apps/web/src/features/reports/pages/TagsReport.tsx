import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by tag. */
export function Component() {
  return <BreakdownReport by="tag" />;
}
