import type { SlaTerms } from './applied.queries.ts';
import type { SlaPolicyRow } from './sla.queries.ts';

/** What is promised under a policy as it stands. */
export function termsOf(policy: SlaPolicyRow): SlaTerms {
  const { first_response_time, next_response_time, resolution_time, notifications } = policy;
  const { pause_on_waiting, restart_on_reopen, follow_team_hours } = policy;
  return {
    first_response_time,
    next_response_time,
    resolution_time,
    pause_on_waiting,
    restart_on_reopen,
    follow_team_hours,
    notifications,
  };
}
