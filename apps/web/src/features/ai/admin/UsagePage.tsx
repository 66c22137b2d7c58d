import type { AiUsage } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesColumn } from 'lucide-react';
import { useState } from 'react';
import { count, fullDate, fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { aiAdminQueries, aiPath } from './ai-admin.api.ts';
import './ai-admin.css';

type Numbers = AiUsage['total'];

function figures<R extends Numbers>(): AdminColumn<R>[] {
  const column = (id: keyof Numbers, title: string, isMinor: boolean): AdminColumn<R> => ({
    id,
    title,
    cell: (row) => count(row[id]),
    sortBy: (row) => row[id],
    isNumber: true,
    isMinor,
  });
  return [
    column('requests', t('admin.ai.requests'), false),
    column('failed', t('admin.ai.failed'), true),
    column('input_tokens', t('admin.ai.tokens_in'), true),
    column('output_tokens', t('admin.ai.tokens_out'), true),
  ];
}

const ofAgents: readonly AdminColumn<AiUsage['agents'][number]>[] = [
  {
    id: 'agent',
    title: t('globals.terms.agent', {}, 1),
    cell: (agent) => <span dir="auto">{fullName(agent)}</span>,
    sortBy: (agent) => fullName(agent),
  },
  ...figures<AiUsage['agents'][number]>(),
  {
    id: 'last_at',
    title: t('admin.ai.last_at'),
    cell: ({ last_at }) => (last_at ? fullDate(last_at) : ''),
    sortBy: ({ last_at }) => last_at ?? '',
    isNumber: true,
    isMinor: true,
  },
];

const ofDays: readonly AdminColumn<AiUsage['days'][number]>[] = [
  {
    id: 'day',
    title: t('admin.ai.day'),
    cell: ({ day }) => <span className="num">{day}</span>,
    sortBy: ({ day }) => day,
  },
  ...figures<AiUsage['days'][number]>(),
];

const ranges = ['7', '30', '90'];

/** How much was asked, by agent and by day. */
export function Component() {
  const [days, setDays] = useState('30');
  const query = useQuery(aiAdminQueries.usage(Number(days)));
  const part = <R extends object>(rows: (usage: AiUsage) => readonly R[]) =>
    ({ ...query, data: query.data && rows(query.data) }) as Parameters<typeof AdminTable<R>>[0]['query'];
  const { data } = query;
  const empty = {
    icon: <ChartNoAxesColumn aria-hidden />,
    title: t('admin.ai.usage.empty'),
    text: t('admin.ai.usage.help'),
  };
  return (
    <AdminPage title={t('admin.ai.usage')} parent={{ title: t('admin.ai.title'), to: aiPath }} isWide>
      <div className="ai-usage-head">
        <span className="ai-range">
          <Select
            label={t('admin.ai.range')}
            options={ranges.map((range) => ({
              value: range,
              label: t('admin.ai.days', { count: range }, Number(range)),
            }))}
            value={days}
            onChange={setDays}
          />
        </span>
        {data && (
          <p className="num">
            {t('admin.ai.usage.total', {
              requests: count(data.total.requests),
              failed: count(data.total.failed),
              tokens: count(data.total.input_tokens + data.total.output_tokens),
            })}
          </p>
        )}
      </div>
      <h2 className="ai-usage-title">{t('admin.ai.by_agent')}</h2>
      <AdminTable
        label={t('admin.ai.by_agent')}
        query={part(({ agents }) => agents)}
        columns={ofAgents}
        rowId={({ agent_id }) => agent_id}
        rowName={fullName}
        empty={empty}
      />
      {data && data.total.requests > 0 && (
        <>
          <h2 className="ai-usage-title">{t('admin.ai.by_day')}</h2>
          <AdminTable
            label={t('admin.ai.by_day')}
            query={part((usage) => usage.days.filter(({ requests }) => requests > 0).reverse())}
            columns={ofDays}
            rowId={({ day }) => day}
            rowName={({ day }) => day}
            empty={empty}
          />
        </>
      )}
    </AdminPage>
  );
}
