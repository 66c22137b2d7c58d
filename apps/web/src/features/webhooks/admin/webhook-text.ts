import type { Webhook, WebhookDelivery, WebhookEvent } from '@bellhop/contract';
import { defaultWebhookEvents, webhookEvents } from '@bellhop/contract/webhooks';
import { count } from '../../../lib/format.ts';
import { plural, t } from '../../../lib/i18n.ts';

export const webhooksPath = '/admin/webhooks';

/** What the events are about; the beginning of their names. */
export const eventSubjects = ['conversation', 'message', 'contact'] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** The events of a subject, in the order in which they are offered. */
export function eventsAbout(subject: EventSubject): WebhookEvent[] {
  return webhookEvents.filter((event) => event.startsWith(`${subject}.`));
}

export function subjectName(subject: EventSubject): string {
  return plural(`globals.terms.${subject}`);
}

/** An event as people say it; one that this client does not know yet as it is. */
export function eventName(event: string): string {
  const known = webhookEvents.find((one) => one === event);
  return known ? t(`admin.webhook.event.${known}`) : event;
}

/** What a webhook is told of, in few words. */
export function eventsInWords(events: readonly WebhookEvent[]): string {
  const hasAll = (all: readonly WebhookEvent[]) => all.every((event) => events.includes(event));
  if (hasAll(webhookEvents)) return t('admin.webhook.events.all');
  if (events.length === defaultWebhookEvents.length && hasAll(defaultWebhookEvents)) {
    return t('admin.webhook.events.usual');
  }
  const whole = eventSubjects.filter((subject) => hasAll(eventsAbout(subject)));
  const others = events.filter((event) => !whole.some((subject) => event.startsWith(`${subject}.`)));
  if (whole.length + others.length > 3) {
    return t('admin.webhook.events.some', { n: count(events.length), total: count(webhookEvents.length) });
  }
  return [...whole.map(subjectName), ...others.map(eventName)].join(', ');
}

type Tone = 'good' | 'warn' | 'bad' | 'off';

/** How a webhook is doing. */
export function webhookState(webhook: Webhook): { tone: Tone; text: string } {
  if (!webhook.enabled) {
    return webhook.disabled_reason === null
      ? { tone: 'off', text: t('admin.webhook.off') }
      : { tone: 'bad', text: t('admin.webhook.switched_off') };
  }
  if (webhook.failing_since !== null) return { tone: 'warn', text: t('admin.webhook.failing') };
  return { tone: 'good', text: t('admin.webhook.on') };
}

/** How a delivery is doing. */
export function deliveryState({ state, attempts }: WebhookDelivery): { tone: Tone; text: string } {
  if (state === 'waiting' && attempts > 0) return { tone: 'warn', text: t('admin.webhook.retry') };
  const tones = { waiting: 'off', sending: 'off', delivered: 'good', failed: 'bad', cancelled: 'off' } as const;
  return { tone: tones[state], text: t(`admin.webhook.state.${state}`) };
}

/** What came of an attempt: what was answered, or that nothing was; `error` is the server's English reason. */
export function outcomeText({ status, error }: { status: number | null; error: string | null }): string {
  if (status === null) return t('admin.webhook.no_answer');
  if (error === null) return t('admin.webhook.took_it', { status });
  return t(status >= 300 && status < 400 ? 'admin.webhook.redirects' : 'admin.webhook.refused', { status });
}

/** A short length of time, as the reader writes it. */
export function milliseconds(ms: number | null): string {
  if (ms === null) return '';
  const format = { style: 'unit', unitDisplay: 'short' } as const;
  const lang = document.documentElement.lang;
  return ms < 1000
    ? new Intl.NumberFormat(lang, { ...format, unit: 'millisecond' }).format(ms)
    : new Intl.NumberFormat(lang, { ...format, unit: 'second', maximumFractionDigits: 1 }).format(ms / 1000);
}

/** JSON with a line for each member; whatever is none stays as it is. */
export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
