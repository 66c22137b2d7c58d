import { renderTemplate, type TemplateData } from '@bellhop/rules';
import type { Deps } from '../../core/deps.ts';
import { templateData } from './template-data.ts';
import { findDefault } from './templates.queries.ts';

/**
 * The content of a mail inside the default template, as it stands now; bare when there is none, or when it is broken, which the log
 * and the list of templates tell (behaviour 6.2).
 */
export async function wrapMail(
  { db, log, clock }: Pick<Deps, 'db' | 'log' | 'clock'>,
  content: string,
  values: TemplateData['values'],
): Promise<string> {
  const template = await findDefault(db);
  if (!template) return content;
  const wrapped = renderTemplate(template.body, await templateData(db, 'email_outgoing', values, clock.now()), content);
  if (wrapped === null) log.warn({ template: template.id }, 'the default template is broken; mail goes out without it');
  return wrapped?.trim() ?? content;
}
