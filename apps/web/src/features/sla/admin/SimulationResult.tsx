import {
  type SimulatedMetric,
  type SimulatedOutcome,
  type SimulatedPart,
  type SimulationSample,
  type SlaSimulationResult,
  simulatedConversations,
  simulatedMetrics,
} from '@bellhop/contract/sla-simulations';
import { ArrowRight, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { count, duration, fullDate } from '../../../lib/format.ts';
import { language, t } from '../../../lib/i18n.ts';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/Void.tsx';
import { durationText, metricText } from './policy-text.ts';

/** What a simulation found: each promise as stored and as edited, then by team and by week, then what would have gone otherwise. */
export function SimulationResult({ result, isStale }: { result: SlaSimulationResult; isStale: boolean }) {
  const { conversations, capped, without_hours, metrics } = result;
  if (conversations === 0) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('admin.sla.simulation.empty')}
        text={t('admin.sla.simulation.empty.description')}
      />
    );
  }
  const shown = simulatedMetrics.filter((metric) =>
    [metrics[metric].before, metrics[metric].after].some((side) => total(side) + side.open > 0),
  );
  return (
    <div className={classNames('sim', isStale && 'is-stale')}>
      <p className="sim-head">
        {t('admin.sla.simulation.looked', { n: count(conversations) }, conversations)}
        {capped && ` ${t('admin.sla.simulation.capped', { n: count(simulatedConversations) })}`}
        {without_hours > 0 && ` ${t('admin.sla.simulation.withoutHours', { n: count(without_hours) }, without_hours)}`}
      </p>
      {shown.length > 0 && <Compared shown={shown} metrics={metrics} />}
      {shown.length > 0 && (
        <>
          <Parts
            title={t('admin.sla.simulation.byTeam')}
            shown={shown}
            rows={result.by_team.map((part) => ({ key: String(part.team_id), name: teamName(part), part }))}
          />
          <Parts
            title={t('admin.sla.simulation.byWeek')}
            shown={shown}
            rows={result.by_week.map((part) => ({ key: part.week, name: weekName(part.week), part }))}
          />
        </>
      )}
      {result.samples.length > 0 && <Samples {...result} />}
    </div>
  );
}

const total = ({ met, breached }: { met: number; breached: number }) => met + breached;

function share({ met, breached }: { met: number; breached: number }): string {
  const format = new Intl.NumberFormat(language(), { style: 'percent', maximumFractionDigits: 0 });
  return format.format(met / (met + breached));
}

/** Whole minutes of open time in words; what is shorter in seconds. */
function timeText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  return minutes > 0 ? durationText(`${minutes}m`) : duration(ms);
}

function teamName({ team_id, team }: { team_id: number | null; team: string | null }): string {
  return team ?? (team_id === null ? t('admin.sla.simulation.noTeam') : t('admin.sla.simulation.goneTeam'));
}

function weekName(week: string): string {
  const date = new Intl.DateTimeFormat(language(), { dateStyle: 'medium', timeZone: 'UTC' });
  return t('admin.sla.simulation.week', { date: date.format(new Date(`${week}T00:00Z`)) });
}

function Compared({ shown, metrics }: { shown: readonly SimulatedMetric[]; metrics: SlaSimulationResult['metrics'] }) {
  return (
    <>
      <table className="sim-table" aria-label={t('admin.sla.simulation.table')}>
        <thead>
          <tr>
            <td />
            <th scope="col">{t('admin.sla.simulation.before')}</th>
            <th scope="col">{t('admin.sla.simulation.after')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((metric) => (
            <tr key={metric}>
              <th scope="row">{metricText(metric)}</th>
              <OutcomeCell outcome={metrics[metric].before} />
              <OutcomeCell outcome={metrics[metric].after} />
            </tr>
          ))}
        </tbody>
      </table>
      <p className="help">{t('admin.sla.simulation.openTime')}</p>
    </>
  );
}

function OutcomeCell({ outcome }: { outcome: SimulatedOutcome }) {
  const { met, open, overdue, left } = outcome;
  const all = total(outcome);
  const spread = (of: { median: number; p90: number }) => ({ median: timeText(of.median), p90: timeText(of.p90) });
  if (all + open === 0) return <td className="sim-none">{t('admin.sla.simulation.none')}</td>;
  return (
    <td>
      {all > 0 && (
        <>
          <span className="sim-share num">{share(outcome)}</span>
          <span className="sim-bar" aria-hidden>
            <span style={{ inlineSize: `${(met / all) * 100}%` }} />
          </span>
          <span className="num">{t('admin.sla.simulation.kept', { met: count(met), all: count(all) })}</span>
        </>
      )}
      {overdue && <small>{t('admin.sla.simulation.overdue', spread(overdue))}</small>}
      {left && <small>{t('admin.sla.simulation.left', spread(left))}</small>}
      {open > 0 && <small>{t('admin.sla.simulation.running', { n: count(open) }, open)}</small>}
    </td>
  );
}

interface PartsProps {
  title: string;
  shown: readonly SimulatedMetric[];
  rows: readonly { key: string; name: string; part: SimulatedPart }[];
}

function Parts({ title, shown, rows }: PartsProps) {
  return (
    <details className="sim-parts">
      <summary>{title}</summary>
      <table className="sim-table is-dense" aria-label={title}>
        <thead>
          <tr>
            <td />
            {shown.map((metric) => (
              <th key={metric} scope="col">
                {metricText(metric)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, part }) => (
            <tr key={key}>
              <th scope="row">
                <span dir="auto">{name}</span>
                <small>{conversationsText(part)}</small>
              </th>
              {shown.map((metric) => (
                <td key={metric} className="num">
                  <Change before={part.metrics[metric].before} after={part.metrics[metric].after} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function conversationsText({ conversations }: SimulatedPart): string {
  return t('admin.sla.simulation.conversations', { n: count(conversations) }, conversations);
}

/** `72 % → 88 %`; a dash where nothing was promised. */
function Change({
  before,
  after,
}: {
  before: { met: number; breached: number };
  after: { met: number; breached: number };
}) {
  const text = (side: { met: number; breached: number }): ReactNode => (total(side) === 0 ? '–' : share(side));
  const tone = total(before) === 0 || total(after) === 0 ? 0 : after.met / total(after) - before.met / total(before);
  return (
    <span className={classNames('sim-change', tone > 0 && 'is-good', tone < 0 && 'is-bad')}>
      <span className="vh">{t('admin.sla.simulation.before')}</span>
      {text(before)}
      <ArrowRight aria-hidden />
      <span className="vh">{t('admin.sla.simulation.after')}</span>
      <strong>{text(after)}</strong>
    </span>
  );
}

function Samples({ samples, worse, better }: SlaSimulationResult) {
  return (
    <details className="sim-parts">
      <summary>
        {t('admin.sla.simulation.samples')}
        <small>{t('admin.sla.simulation.changes', { worse: count(worse), better: count(better) })}</small>
      </summary>
      <ul className="sim-samples">
        {samples.map((sample) => (
          <Sample key={`${sample.uuid} ${sample.metric} ${sample.deadline_before}`} sample={sample} />
        ))}
      </ul>
    </details>
  );
}

const outcomeTexts = {
  met: () => t('admin.sla.simulation.met'),
  breached: () => t('admin.sla.simulation.breached'),
  open: () => t('admin.sla.simulation.open'),
} as const satisfies Record<SimulationSample['from'], () => string>;

function Sample({ sample }: { sample: SimulationSample }) {
  const { uuid, reference_number, subject, metric, from, to, deadline_before, deadline_after } = sample;
  return (
    <li>
      <Link to={`/inboxes/all/conversation/${uuid}`} target="_blank" rel="noreferrer">
        <span className="num">#{reference_number}</span> <span dir="auto">{subject || t('list.no_subject')}</span>
      </Link>
      <span className={classNames('state', to === 'breached' ? 'is-bad' : 'is-good')}>
        {t('admin.sla.simulation.sample', {
          metric: metricText(metric),
          from: outcomeTexts[from](),
          to: outcomeTexts[to](),
        })}
      </span>
      <span className="sim-deadlines num">
        {fullDate(deadline_before)}
        <ArrowRight aria-hidden />
        {fullDate(deadline_after)}
      </span>
    </li>
  );
}
