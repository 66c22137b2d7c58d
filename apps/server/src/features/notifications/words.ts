import type { Notification, NotificationScope } from '@bellhop/contract';
import { type Words, whatWasTold, whyTold } from '@bellhop/rules';
import { fullName } from '../../core/actor.ts';
import { fillText, type LanguagePack } from '../../http/texts.ts';
import type { WaitingDelivery } from './deliveries.queries.ts';

/** What texts about notifications are made of: the desk's language and address, the time they are read at. */
export interface Wording {
  pack: LanguagePack;
  /** The pack's language, for numbers. */
  language: string;
  root: string;
  site: string;
  now: Date;
}

/** What an SLA or a rule has to say, as the column holds it. */
export interface Detail {
  metric?: Exclude<NonNullable<Notification['sla']>['metric'], undefined>;
  deadline_at?: string;
  subject?: string;
  message?: string;
}

export function detailOf(row: { detail: unknown }): Detail {
  return (row.detail ?? {}) as Detail;
}

/** The rule of a notification; its name comes from the record of its run. */
export function ruleOf(row: { kind: string; detail: unknown; rule_name: string | null }): Notification['rule'] {
  if (row.kind !== 'rule') return null;
  return { name: row.rule_name, subject: detailOf(row).subject ?? '' };
}

export function say({ pack }: Wording, { key, params }: Words): string {
  return fillText(pack[key] ?? '', params);
}

/** The contract's words for what is due (behaviour 6.1). */
export function metricText({ pack }: Wording, metric: string | undefined): string {
  return metric === undefined ? '' : (pack[`notifications.metric.${metric}`] ?? '');
}

/** What happened, in a sentence of the desk's language. */
export function whatText(wording: Wording, row: WaitingDelivery): string {
  const metric = metricText(wording, detailOf(row).metric);
  const said = whatWasTold({ kind: row.kind, team: teamOf(row), rule: ruleOf(row), metric }, fullName(row));
  const more = row.count > 1 ? ` (+${row.count - 1})` : '';
  return say(wording, said) + more;
}

/** Why the agent is told, in a sentence of the desk's language. */
export function whyText(wording: Wording, row: WaitingDelivery): string {
  const scope = row.scope as NotificationScope;
  return say(wording, whyTold({ kind: row.kind, scope, team: teamOf(row), rule: ruleOf(row) }));
}

/** The page that everybody who is told can open. */
export function placeOf(row: WaitingDelivery): string {
  if (row.webhook_id !== null) return '/admin/webhooks';
  if (row.uuid === null) return `/admin/inboxes/${row.inbox_id}/edit`;
  const message = row.message_uuid && row.kind !== 'customer_reply' ? `?message=${row.message_uuid}` : '';
  return `/inboxes/assigned/conversation/${row.uuid}${message}`;
}

/** Where it happened: number, subject and customer, or the name of the mailbox or webhook. */
export function whereText(row: WaitingDelivery): string {
  if (row.uuid === null) return row.inbox_name ?? row.webhook_name ?? '';
  const contact = fullName({ first_name: row.contact_first_name ?? '', last_name: row.contact_last_name ?? '' });
  return [`#${row.reference_number}`, row.subject, contact].filter(Boolean).join(' · ');
}

/** `2 hours 5 minutes` between two times, whole minutes and at least one; days stand for 24 hours. */
export function lengthText({ language }: Wording, ms: number): string {
  const minutes = Math.max(1, Math.round(Math.abs(ms) / 60_000));
  const parts = [
    ['day', Math.floor(minutes / 1440)],
    ['hour', Math.floor(minutes / 60) % 24],
    ['minute', minutes % 60],
  ] as const;
  return parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count))
    .join(' ');
}

function teamOf(row: WaitingDelivery): { name: string } | null {
  return row.team_name === null ? null : { name: row.team_name };
}
