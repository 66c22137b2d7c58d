/** What happened, with what the text names. Times are RFC 3339. */
export type Activity =
  | { activity_type: 'assigned_user_change'; params: { assignee: string } }
  | { activity_type: 'self_assign'; params: Record<string, never> }
  | { activity_type: 'unassigned_user'; params: { assignee: string } }
  | { activity_type: 'assigned_team_change'; params: { team: string } }
  | { activity_type: 'unassigned_team'; params: { team: string } }
  | { activity_type: 'status_change'; params: { status: string } }
  | { activity_type: 'snoozed'; params: { status: string; snoozed_until: string } }
  | { activity_type: 'woken'; params: { status: string } }
  | { activity_type: 'priority_change'; params: { priority: string } }
  | { activity_type: 'tag_added'; params: { tag: string } }
  | { activity_type: 'tag_removed'; params: { tag: string } }
  | { activity_type: 'participant_added'; params: { participant: string; address: string } }
  | { activity_type: 'continued'; params: { reference: string } }
  | { activity_type: 'sla_set'; params: { policy: string } }
  | { activity_type: 'sla_removed'; params: { policy: string } }
  | { activity_type: 'sla_no_hours' | 'sla_never_open'; params: { policy: string } }
  | { activity_type: 'csat_answered'; params: { customer: string; rating: string } }
  | { activity_type: 'csat_commented'; params: { customer: string; rating: string; feedback: string } }
  | { activity_type: 'bounce'; params: { recipient: string; reason: string } };

/**
 * The English line of an activity, for clients that print `content`; Bellhop's own renders kind and params of `meta` in its
 * reader's language (behaviour 3.8).
 */
export function activityText(activity: Activity, actor: string): string {
  switch (activity.activity_type) {
    case 'assigned_user_change':
      return `${actor} assigned this conversation to ${activity.params.assignee}`;
    case 'self_assign':
      return `${actor} took this conversation`;
    case 'unassigned_user':
      return `${actor} removed ${activity.params.assignee} from this conversation`;
    case 'assigned_team_change':
      return `${actor} assigned this conversation to the team ${activity.params.team}`;
    case 'unassigned_team':
      return `${actor} removed the team ${activity.params.team} from this conversation`;
    case 'status_change':
      return `${actor} set the status to ${activity.params.status}`;
    case 'snoozed':
      return `${actor} set the status to ${activity.params.status} until ${shortTime(activity.params.snoozed_until)}`;
    case 'woken':
      return `The snooze is over: ${actor} set the status to ${activity.params.status}`;
    case 'priority_change':
      return `${actor} set the priority to ${activity.params.priority}`;
    case 'tag_added':
      return `${actor} added the tag ${activity.params.tag}`;
    case 'tag_removed':
      return `${actor} removed the tag ${activity.params.tag}`;
    case 'participant_added':
      return `${activity.params.participant} (${activity.params.address}) joined this conversation`;
    case 'continued':
      return `This conversation continues #${activity.params.reference}, which was closed long ago`;
    case 'sla_set':
      return `${actor} applied the SLA ${activity.params.policy}`;
    case 'sla_removed':
      return `${actor} removed the SLA ${activity.params.policy}`;
    case 'sla_no_hours':
      return `The SLA ${activity.params.policy} could not be applied: neither the team nor the general settings have business hours`;
    case 'sla_never_open':
      return `The SLA ${activity.params.policy} could not be applied: its time does not fit into the business hours of the next ten years`;
    case 'csat_answered':
      return `${activity.params.customer} rated the help ${activity.params.rating} of 5`;
    case 'csat_commented':
      return `${activity.params.customer} rated the help ${activity.params.rating} of 5: ${activity.params.feedback}`;
    case 'bounce':
      return `A mail to ${activity.params.recipient} could not be delivered: ${activity.params.reason}`;
  }
}

/** `2025-07-01 08:00 UTC`: to the minute, and never mistaken for local time. */
function shortTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
