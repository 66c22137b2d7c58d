import { variableTexts } from '@bellhop/rules';
import type { Actor } from '../../core/actor.ts';
import type { Reader } from '../../db/types.ts';
import { previewOf, variableValues } from '../conversations/index.ts';
import { newsValues, type SystemMail } from '../system-mail/index.ts';
import type { WaitingDelivery } from './deliveries.queries.ts';
import { detailOf, lengthText, metricText, placeOf, say, type Wording, whatText, whereText, whyText } from './words.ts';

/** What goes out together: all that waits about one conversation, mailbox or webhook, oldest first. */
export type Group = readonly WaitingDelivery[];

/** A digest names so many; the rest is counted. */
const mostEntries = 50;

/** Stored templates have the word where there is one (behaviour 6.3); the rest is in Bellhop's own words. */
const templateOf = {
  assignment: 'Conversation assigned',
  sla_warning: 'SLA breach warning',
  sla_breach: 'SLA breached',
} as const;

/** The mail about one conversation, mailbox or webhook. */
export async function groupMail(db: Reader, wording: Wording, agent: Actor, group: Group): Promise<SystemMail> {
  const first = mainOf(group);
  const to = agent.email;
  const why = whyText(wording, first);
  const { kind } = first;
  if (group.length === 1 && kind === 'webhook_off') {
    const values = { Webhook: first.webhook_name ?? '', Reason: first.webhook_error ?? '', Why: why };
    return { to, kind: 'webhook-off', values };
  }
  if (group.length === 1 && first.count === 1 && kind in templateOf) {
    const values = await templateValues(db, wording, agent, first);
    return { to, kind: templateOf[kind as keyof typeof templateOf], values: { ...values, Why: why } };
  }
  const entries = await Promise.all(
    group.map(async (row) => ({
      text: whatText(wording, row),
      url: wording.root + placeOf(row),
      details: [await previewText(db, row)].filter(Boolean),
    })),
  );
  const heading = whereText(first);
  const subject = `${first.reference_number ? `#${first.reference_number}: ` : ''}${whatText(wording, first)}`;
  return { to, kind: 'conversation-news', values: newsValues({ subject, heading, entries, rest: '', why }) };
}

/** One mail instead of many: what happened in each of them. */
export function digestMail(wording: Wording, agent: Actor, groups: readonly Group[]): SystemMail {
  const entries = groups.slice(0, mostEntries).map((group) => {
    const first = mainOf(group);
    const said = [...new Set(group.map((row) => whatText(wording, row)))].join(' · ');
    return { text: whereText(first), url: wording.root + placeOf(first), details: [said, whyText(wording, first)] };
  });
  const left = groups.length - entries.length;
  const values = newsValues({
    subject: say(wording, {
      key: 'mail.digest.subject',
      params: { n: String(groups.length), site: wording.site },
    }),
    heading: say(wording, { key: 'mail.digest.heading', params: {} }),
    entries,
    rest: left > 0 ? say(wording, { key: 'mail.digest.rest', params: { n: String(left) } }) : '',
    why: say(wording, { key: 'mail.digest.reason', params: {} }),
  });
  return { to: agent.email, kind: 'notification-digest', values };
}

/** What stands in a push, whose text a desk may keep back; the reason is its last line. */
export async function pushOf(db: Reader, wording: Wording, group: Group) {
  const first = mainOf(group);
  const lines = [whereText(first), await previewText(db, first), whyText(wording, first)];
  const more = group.length > 1 ? ` (+${group.length - 1})` : '';
  return {
    title: whatText(wording, first) + more,
    body: lines.filter(Boolean).join('\n'),
    url: placeOf(first),
    tag: tagOf(first),
  };
}

/** Several in one push: how many, and where the first of them happened. */
export function manyPushOf(wording: Wording, groups: readonly Group[]) {
  return {
    title: say(wording, { key: 'push.many', params: { n: String(groups.length) } }),
    body: groups
      .slice(0, 3)
      .map((group) => whereText(mainOf(group)))
      .join('\n'),
    url: '/inboxes/assigned',
    tag: 'many',
  };
}

/** The most important of a group: what names the agent before what they only follow, then the newest. */
function mainOf(group: Group): WaitingDelivery {
  const rank = (row: WaitingDelivery) => order.indexOf(row.kind);
  return [...group].sort((a, b) => rank(a) - rank(b) || b.id - a.id)[0]!;
}
const order: WaitingDelivery['kind'][] = [
  'sla_breach',
  'sla_warning',
  'assignment',
  'mention',
  'rule',
  'team_assignment',
  'new_conversation',
  'snooze_woken',
  'customer_reply',
  'note',
];

function tagOf(row: WaitingDelivery): string {
  return row.uuid ?? `${row.kind}-${row.inbox_id ?? row.webhook_id}`;
}

async function previewText(db: Reader, row: WaitingDelivery): Promise<string> {
  if (row.kind === 'rule') return detailOf(row).message ?? '';
  return row.text_content === null ? '' : previewOf(db, { text_content: row.text_content }, []);
}

/** Behaviour 6.1: nobody is the author of a notification. */
async function templateValues(
  db: Reader,
  wording: Wording,
  agent: Actor,
  row: WaitingDelivery,
): Promise<Record<string, string>> {
  const conversation = {
    uuid: row.uuid!,
    reference_number: row.reference_number!,
    subject: row.subject ?? '',
    contact_id: row.contact_id!,
    priority_id: row.priority_id,
  };
  const values = await variableValues(db, conversation, null);
  const { metric, deadline_at } = detailOf(row);
  const length = deadline_at ? lengthText(wording, new Date(deadline_at).getTime() - wording.now.getTime()) : '';
  return {
    ...variableTexts({ ...values, recipient: agent }),
    'Conversation.URL': wording.root + placeOf(row),
    'SLA.Metric': metricText(wording, metric),
    'SLA.DueIn': length,
    'SLA.OverdueBy': length,
  };
}
