import type { Conversation } from '@bellhop/contract';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { fullDate } from '../../../lib/format.ts';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import { Section } from './Section.tsx';
import { type SlaState, slaLength, slaState } from './sla-state.ts';

/** SLA badges renew this often (specification 9). */
const paceMs = 30_000;
/** Less than this is left: amber. */
const soonMs = 3_600_000;

const lengthTexts = {
  minutes: 'details.sla_minutes',
  hours: 'details.sla_hours',
  days: 'details.sla_days',
} as const satisfies Record<string, TextKey>;

/** The deadlines of the conversation, when it has any. */
export function SlaFacts({ conversation }: { conversation: Conversation }) {
  const now = useNow(paceMs);
  const metrics: [TextKey, TextKey, string | null, string | null][] = [
    [
      'details.sla_first_reply',
      'details.sla_frd',
      conversation.first_response_deadline_at,
      conversation.first_reply_at,
    ],
    ['details.sla_resolution', 'details.sla_rd', conversation.resolution_deadline_at, conversation.resolved_at],
    [
      'details.sla_next_reply',
      'details.sla_nrd',
      conversation.next_response_deadline_at,
      conversation.next_response_met_at,
    ],
  ];
  const shown = metrics.filter(([, , due]) => due !== null);
  if (shown.length === 0) return null;
  const policy = conversation.sla_policy_name;
  return (
    <Section name="sla" title={policy ? t('details.sla_policy', { name: policy }) : t('globals.terms.sla')}>
      <dl className="facts">
        {shown.map(([label, short, due, met]) => (
          <SlaFact key={label} label={t(label)} short={t(short)} due={due!} state={slaState(due, met, now)!} />
        ))}
      </dl>
    </Section>
  );
}

function SlaFact({ label, short, due, state }: { label: string; short: string; due: string; state: SlaState }) {
  const isSoon = state.name === 'remaining' && state.ms < soonMs;
  const Icon = state.name === 'hit' ? CircleCheck : state.name === 'overdue' ? TriangleAlert : Clock;
  return (
    <>
      <dt>{label}</dt>
      <dd>
        <span
          className={classNames(
            'sla',
            state.name === 'hit' && 'is-good',
            state.name === 'overdue' && 'is-bad',
            isSoon && 'is-warn',
          )}
          title={fullDate(due)}
        >
          <Icon className="ico-14" aria-hidden />
          {short} {textOf(state)}
        </span>
      </dd>
    </>
  );
}

function textOf(state: SlaState): string {
  if (state.name === 'hit') return t('sla.met');
  const { n, unit } = slaLength(state.ms);
  const length = t(lengthTexts[unit], { n }, n);
  return state.name === 'overdue' ? t('details.sla_overdue', { length }) : length;
}
