import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { PromptForm } from './PromptForm.tsx';

/** A new way to rewrite a text. */
export function Component() {
  return (
    <PromptForm
      title={t('globals.messages.new', { name: t('globals.terms.aiPrompt', {}, 1) })}
      values={{ title: '', key: '', content: '' }}
      save={(body) => api('ai.create_prompt', { body })}
    />
  );
}
