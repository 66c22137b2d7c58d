import type { AiPrompt } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import type { AdminColumn } from '../../../ui/admin/AdminTable.tsx';
import { ConfigListPage } from '../../../ui/admin/ConfigListPage.tsx';
import { keyColumn, updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { aiQueries } from '../ai.api.ts';
import { aiPath, promptsPath } from './ai-admin.api.ts';

const columns: readonly AdminColumn<AiPrompt>[] = [
  {
    id: 'title',
    title: t('admin.ai.prompt.title'),
    cell: ({ title }) => <span dir="auto">{title}</span>,
    sortBy: ({ title }) => title,
  },
  keyColumn(t('admin.ai.prompt.key')),
  updatedAtColumn(),
];

/** The ways to rewrite a text, as the reply box offers them. */
export function Component() {
  return (
    <ConfigListPage
      title={t('admin.ai.prompts')}
      parent={{ title: t('admin.ai.title'), to: aiPath }}
      one={t('globals.terms.aiPrompt', {}, 1)}
      path={promptsPath}
      query={useQuery(aiQueries.prompts())}
      columns={columns}
      name={({ title }) => title}
      empty={{ icon: <Sparkles aria-hidden />, title: t('admin.ai.prompts.empty'), text: t('admin.ai.prompts.help') }}
      deletion={{
        text: t('admin.ai.prompt.deleteConfirmation'),
        entity: 'ai_prompt',
        remove: (id) => api('ai.remove_prompt', { params: { id } }),
        renews: ['ai'],
      }}
    />
  );
}
