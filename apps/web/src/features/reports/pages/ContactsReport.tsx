import { BreakdownReport } from './BreakdownReport.tsx';

/** The numbers by contact. */
export function Component() {
  return <BreakdownReport by="contact" />;
}
