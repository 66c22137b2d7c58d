import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { aiAdminQueries, promptsPath } from './ai-admin.api.ts';
import { PromptForm } from './PromptForm.tsx';

/** An existing way to rewrite a text. */
export function Component() {
  const query = useQuery(aiAdminQueries.prompt(Number(useParams().id)));
  return (
    <LoadedPage query={query} parent={{ title: t('admin.ai.prompts'), to: promptsPath }}>
      {({ id, title, key, content, updated_at }) => (
        <PromptForm
          title={title}
          values={{ title, key, content }}
          basedOn={updated_at}
          save={(body) => api('ai.update_prompt', { params: { id }, body })}
        />
      )}
    </LoadedPage>
  );
}
