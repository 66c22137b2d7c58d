import type { AiPrompt } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Sparkles } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { api } from '../../../lib/api.ts';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { DeleteRow, EditAndDelete } from '../../../ui/admin/DeleteRow.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { aiQueries } from '../ai.api.ts';
import { aiPath, promptsPath } from './ai-admin.api.ts';

const columns: readonly AdminColumn<AiPrompt>[] = [
  {
    id: 'title',
    title: t('admin.ai.prompt.title'),
    cell: ({ title }) => <span dir="auto">{title}</span>,
    sortBy: ({ title }) => title,
  },
  {
    id: 'key',
    title: t('admin.ai.prompt.key'),
    cell: ({ key }) => <code>{key}</code>,
    sortBy: ({ key }) => key,
    isMinor: true,
  },
  {
    id: 'updated_at',
    title: t('globals.terms.updatedAt'),
    cell: ({ updated_at }) => fullDate(updated_at),
    sortBy: ({ updated_at }) => updated_at,
    isNumber: true,
    isMinor: true,
  },
];

/** The ways to rewrite a text, as the reply box offers them. */
export function Component() {
  const navigate = useNavigate();
  const query = useQuery(aiQueries.prompts());
  const [doomed, setDoomed] = useState<AiPrompt>();
  const path = ({ id }: AiPrompt) => `${promptsPath}/${id}/edit`;
  const add = (
    <Link className={buttonClass({ tone: 'main' })} to={`${promptsPath}/new`}>
      <Plus aria-hidden />
      {t('globals.messages.new', { name: t('globals.terms.aiPrompt', {}, 1) })}
    </Link>
  );
  return (
    <AdminPage title={t('admin.ai.prompts')} parent={{ title: t('admin.ai.title'), to: aiPath }} actions={add} isWide>
      <AdminTable
        label={t('admin.ai.prompts')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ title }) => title}
        rowPath={path}
        menu={(prompt) => (
          <EditAndDelete onEdit={() => void navigate(path(prompt))} onDelete={() => setDoomed(prompt)} />
        )}
        empty={{ icon: <Sparkles aria-hidden />, title: t('admin.ai.prompts.empty'), text: t('admin.ai.prompts.help') }}
      />
      <DeleteRow
        row={doomed}
        name={({ title }) => title}
        text={t('admin.ai.prompt.deleteConfirmation')}
        entity="ai_prompt"
        remove={(id) => api('ai.remove_prompt', { params: { id } })}
        renews={['ai']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}
