import type { Message } from '@bellhop/contract';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { dayAndTime } from './message-time.ts';

/** A stretch of an activity's sentence; names and values are strong. */
export interface LinePart {
  key: string;
  text: string;
  isStrong: boolean;
}

/** What the server writes as kind of an activity (behaviour 3.8), and the sentence for it. */
const sentences: Record<string, TextKey> = {
  assigned_user_change: 'activity.assigned_user_change',
  self_assign: 'activity.self_assign',
  unassigned_user: 'activity.unassigned_user',
  assigned_team_change: 'activity.assigned_team_change',
  unassigned_team: 'activity.unassigned_team',
  status_change: 'activity.status_change',
  snoozed: 'activity.snoozed',
  woken: 'activity.woken',
  priority_change: 'activity.priority_change',
  tag_added: 'activity.tag_added',
  tag_removed: 'activity.tag_removed',
  participant_added: 'activity.participant_added',
  sla_set: 'activity.sla_set',
  sla_removed: 'activity.sla_removed',
  sla_no_hours: 'activity.sla_no_hours',
  sla_never_open: 'activity.sla_never_open',
  bounce: 'activity.bounce',
  continued: 'activity.continued',
  csat_answered: 'activity.csat_answered',
  csat_commented: 'activity.csat_commented',
};

/** Stands round names and values while the sentence is translated, to show where they are in it. No text contains it. */
const mark = '\u2063\u2063';

/** The sentence of an activity in the reader's language; the server's own English one for kinds unknown here. */
export function activityLine(message: Pick<Message, 'content' | 'meta'>, actor: string, now: number): LinePart[] {
  const key = sentences[String(message.meta.activity_type)];
  const params = message.meta.params;
  if (!key) return [{ key: '', text: message.content, isStrong: false }];
  const values = typeof params === 'object' && params !== null ? Object.entries(params) : [];
  const named = Object.fromEntries(
    values.map(([name, value]) => [name, name === 'feedback' ? value : strong(shown(name, String(value), now))]),
  );
  return partsOf(t(key, { ...named, actor: strong(actor) }));
}

function shown(name: string, value: string, now: number): string {
  return name === 'snoozed_until' ? dayAndTime(new Date(value), now) : value;
}

function strong(text: string): string {
  return `${mark}${text}${mark}`;
}

/** Between two marks stands a name or value: every second part. */
function partsOf(text: string): LinePart[] {
  return text
    .split(mark)
    .map((part, index) => ({ key: `${index}`, text: part, isStrong: index % 2 === 1 }))
    .filter((part) => part.text !== '');
}
