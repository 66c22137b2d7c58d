import { AiPromptInput } from '@bellhop/contract/ai';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { TextAreaField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { promptsPath } from './ai-admin.api.ts';

interface PromptFormProps {
  title: string;
  values: z.input<typeof AiPromptInput>;
  basedOn?: string;
  save: (values: z.output<typeof AiPromptInput>) => Promise<unknown>;
}

/** The form of a way to rewrite a text, new or not. */
export function PromptForm({ title, ...options }: PromptFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const state = useAdminForm({
    ...options,
    schema: AiPromptInput,
    name: (prompt) => prompt.title,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['ai'] });
      void navigate(promptsPath);
    },
  });
  return (
    <AdminPage title={title} parent={{ title: t('admin.ai.prompts'), to: promptsPath }}>
      <AdminForm state={state} label={title} back={promptsPath}>
        <TextField
          name="title"
          label={t('admin.ai.prompt.title')}
          help={t('admin.ai.prompt.title.help')}
          maxLength={140}
        />
        <TextField
          name="key"
          label={t('admin.ai.prompt.key')}
          help={t('admin.ai.prompt.key.help')}
          dir="ltr"
          spellCheck={false}
          maxLength={100}
        />
        <TextAreaField
          name="content"
          label={t('admin.ai.prompt.content')}
          help={t('admin.ai.prompt.content.help')}
          rows={8}
          maxLength={10_000}
        />
      </AdminForm>
    </AdminPage>
  );
}
