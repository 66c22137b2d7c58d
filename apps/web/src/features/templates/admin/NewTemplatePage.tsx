import { contentSlot } from '@bellhop/rules/template-parse';
import { api } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { TemplateForm } from './TemplateForm.tsx';

/** A new template for outgoing mail. */
export function Component() {
  return (
    <TemplateForm
      title={t('globals.messages.new', { name: t('globals.terms.template', {}, 1) })}
      type="email_outgoing"
      values={{ type: 'email_outgoing', name: '', subject: '', body: `${contentSlot}\n`, is_default: false }}
      save={(body) => api('templates.create', { body })}
    />
  );
}
