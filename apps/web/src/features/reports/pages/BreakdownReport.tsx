import type { ReportBreakdown, ReportGroup, ReportNumbers } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartColumn } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { plural, type TextKey, t } from '../../../lib/i18n.ts';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { Definition, metricName } from '../kit/Definition.tsx';
import { type Behind, Figure } from '../kit/Figure.tsx';
import { FileLink } from '../kit/FileLink.tsx';
import { decimalText, lengthText, percentOf } from '../kit/figures.ts';
import { ReportPage } from '../ReportPage.tsx';
import { sharedSearch } from '../range/report-params.ts';
import { ScopeBar } from '../range/ScopeBar.tsx';
import { Stated } from '../range/Stated.tsx';
import { useScope } from '../range/use-scope.ts';
import { exportPath, reportQueries } from '../reports.api.ts';

const terms: Record<ReportGroup, TextKey> = {
  agent: 'globals.terms.agent',
  team: 'globals.terms.team',
  inbox: 'globals.terms.inbox',
  tag: 'globals.terms.tag',
  priority: 'globals.terms.priority',
  contact: 'globals.terms.contact',
};

/** The numbers of one of them, or of all together. */
type Row = ReportBreakdown['rows'][number] & { isTotal?: true };

/** The numbers of every agent, team, inbox, tag, priority, or of the busiest contacts, side by side. */
export function BreakdownReport({ by }: { by: ReportGroup }) {
  return <ReportPage title={plural(terms[by])}>{() => <Report key={by} by={by} />}</ReportPage>;
}

function Report({ by }: { by: ReportGroup }) {
  const state = useScope();
  const asked = { ...state.query, by };
  const query = useQuery(reportQueries.breakdown(asked));
  const { data } = query;
  const title = plural(terms[by]);
  const columns = useColumns(by, data?.business_hours ?? false);
  const rows = { ...query, data: query.isError && query.isPlaceholderData ? undefined : data?.rows } as Parameters<
    typeof AdminTable<Row>
  >[0]['query'];
  return (
    <>
      <ScopeBar state={state} shown={data} hasHours />
      <Stated of={data} hasHours />
      {data && !data.adds_up && (
        <p className="stated">{by === 'contact' ? t('report.contacts_first') : t('report.tags_overlap')}</p>
      )}
      <div className="breakdown" aria-busy={query.isPlaceholderData}>
        <AdminTable<Row>
          label={title}
          query={rows}
          columns={columns}
          rowId={({ id }) => id ?? 'none'}
          rowName={({ name }) => name}
          searchText={({ name }) => name}
          tools={<FileLink to={exportPath('breakdown', asked)} name={title} />}
          isWide
          {...(data && { total: { name: <TotalName by={by} />, row: totalOf(data) } })}
          empty={{ icon: <ChartColumn aria-hidden />, title: t('report.empty'), text: t('report.empty_text') }}
        />
      </div>
    </>
  );
}

/** Counts lead to what they count; what is calculated leads to what it was calculated from. */
function useColumns(by: ReportGroup, isBusiness: boolean): AdminColumn<Row>[] {
  const length = (seconds: number | null) => (seconds === null ? '–' : lengthText(seconds, { isBusiness }));
  const counted = (metric: 'new' | 'resolved' | 'reopened' | 'messages_out'): AdminColumn<Row> => ({
    id: metric,
    title: metricName(metric),
    note: <Definition of={[metric]} name={metricName(metric)} />,
    cell: (row) => <Figure metric={metric} n={row.numbers[metric]} more={behind(by, row)} />,
    sortBy: ({ numbers }) => numbers[metric],
    isNumber: true,
  });
  const measured = (metric: 'first_response_time' | 'resolution_time'): AdminColumn<Row> => ({
    id: metric,
    title: metricName(metric),
    note: <Definition of={[metric]} name={metricName(metric)} />,
    cell: (row) => (
      <Figure metric={metric} n={row.numbers[metric].count} more={behind(by, row)}>
        {length(row.numbers[metric].median)}
      </Figure>
    ),
    sortBy: ({ numbers }) => numbers[metric].median ?? -1,
    isNumber: true,
  });
  return [
    {
      id: 'name',
      title: t(terms[by], {}, 1),
      cell: (row) => <Name by={by} row={row} />,
      sortBy: ({ name: own }) => own,
    },
    counted('new'),
    counted('resolved'),
    counted('reopened'),
    counted('messages_out'),
    measured('first_response_time'),
    measured('resolution_time'),
    {
      id: 'sla',
      title: t('report.sla_kept'),
      note: (
        <Definition
          of={['first_response_compliance', 'next_response_compliance', 'resolution_compliance']}
          name={t('report.sla_kept')}
        />
      ),
      cell: ({ numbers }) => <span className="num">{percentOf(keptShare(numbers))}</span>,
      sortBy: ({ numbers }) => keptShare(numbers) ?? -1,
      isNumber: true,
    },
    {
      id: 'csat',
      title: metricName('csat_average'),
      note: <Definition of={['csat_average']} name={metricName('csat_average')} />,
      cell: (row) => (
        <Figure metric="csat_answered" n={row.numbers.csat.answered} more={behind(by, row)}>
          {row.numbers.csat.average === null ? '–' : decimalText(row.numbers.csat.average)}
        </Figure>
      ),
      sortBy: ({ numbers }) => numbers.csat.average ?? -1,
      isNumber: true,
    },
  ];
}

/** Of all promises, whatever they were about; null where none fell due. */
function keptShare({ first_response_sla, next_response_sla, resolution_sla }: ReportNumbers): number | null {
  const all = [first_response_sla, next_response_sla, resolution_sla];
  const sum = (member: 'met' | 'breached') => all.reduce((total, sla) => total + sla[member], 0);
  const due = sum('met') + sum('breached');
  return due > 0 ? (sum('met') / due) * 100 : null;
}

function totalOf({ total }: ReportBreakdown): Row {
  return { id: null, name: '', numbers: total, isTotal: true };
}

/** Where the rows do not add up, it says what the total counts. */
function TotalName({ by }: { by: ReportGroup }) {
  return (
    <>
      {t('report.total')}
      {by === 'tag' && <small>{t('report.total_once')}</small>}
      {by === 'contact' && <small>{t('report.total_contacts')}</small>}
    </>
  );
}

function behind(by: ReportGroup, { id, isTotal }: Row): Behind {
  if (isTotal) return {};
  if (id !== null) return { [`${by}_id`]: id };
  return by === 'inbox' || by === 'contact' ? {} : { without: by };
}

/** Leads to the numbers of this one alone. */
function Name({ by, row: { id, name } }: { by: ReportGroup; row: Row }) {
  const { search } = useLocation();
  if (id === null) {
    return <span className="soft">{by === 'inbox' || by === 'contact' ? name : t(`report.without.${by}`)}</span>;
  }
  const params = new URLSearchParams(sharedSearch(search));
  params.set(`${by}_id`, String(id));
  return <NameLink to={`/reports/conversations?${params}`} name={name} />;
}

function NameLink({ to, name }: { to: string; name: string }) {
  return (
    <Link className="breakdown-name" to={to} dir="auto" title={name}>
      {name || t('report.nameless')}
    </Link>
  );
}
