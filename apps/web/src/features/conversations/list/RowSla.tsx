import type { ConversationListItem } from '@bellhop/contract';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { fullDate } from '../../../lib/format.ts';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useNow } from '../../../ui/use-now.ts';
import { type SlaState, slaLength, slaState } from '../sidebar/sla-state.ts';

/** SLA badges renew this often (specification 9). */
const paceMs = 30_000;
/** Less than this is left: amber. */
const soonMs = 3_600_000;

const lengthTexts = {
  minutes: 'details.sla_minutes',
  hours: 'details.sla_hours',
  days: 'details.sla_days',
} as const satisfies Record<string, TextKey>;

/** Whether a row has any deadline to show. */
export function hasSla(row: ConversationListItem): boolean {
  return Boolean(row.first_response_deadline_at ?? row.next_response_deadline_at ?? row.resolution_deadline_at);
}

/** The badges of a row, first reply, resolution and next reply (specification 9): what is left, met, or how long overdue. */
export function RowSla({ row }: { row: ConversationListItem }) {
  const now = useNow(paceMs);
  return (
    <>
      <SlaBadge
        name={t('details.sla_frd')}
        due={row.first_response_deadline_at}
        state={slaState(row.first_response_deadline_at, row.first_reply_at, now)}
      />
      <SlaBadge
        name={t('details.sla_rd')}
        due={row.resolution_deadline_at}
        state={slaState(row.resolution_deadline_at, row.resolved_at, now)}
      />
      <SlaBadge
        name={t('details.sla_nrd')}
        due={row.next_response_deadline_at}
        state={slaState(row.next_response_deadline_at, row.next_response_met_at, now)}
      />
    </>
  );
}

function SlaBadge({ name, due, state }: { name: string; due: string | null; state: SlaState | undefined }) {
  if (!due || !state) return null;
  const Icon = state.name === 'hit' ? CircleCheck : state.name === 'overdue' ? TriangleAlert : Clock;
  const tone = { hit: 'is-good', overdue: 'is-bad', remaining: '' }[state.name];
  const isSoon = state.name === 'remaining' && state.ms < soonMs;
  return (
    <span className={classNames('row-sla', tone, isSoon && 'is-warn')} title={fullDate(due)}>
      <Icon className="ico-14" aria-hidden />
      {name} {textOf(state)}
    </span>
  );
}

function textOf(state: SlaState): string {
  if (state.name === 'hit') return t('sla.met');
  const { n, unit } = slaLength(state.ms);
  const length = t(lengthTexts[unit], { n }, n);
  return state.name === 'overdue' ? t('details.sla_overdue', { length }) : length;
}
