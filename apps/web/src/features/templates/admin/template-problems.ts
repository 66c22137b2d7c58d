import { TemplateInput } from '@bellhop/contract/templates';
import { contentSlot, type TemplateProblem } from '@bellhop/rules/template-parse';
import { checkSubject, checkTemplate, type TemplateType } from '@bellhop/rules/template-render';
import { type TextKey, t } from '../../../lib/i18n.ts';

/** The contract's schema, and what the server's rules find in subject and body. */
export const CheckedTemplate = TemplateInput.superRefine(({ type, subject, body }, context) => {
  for (const { field, problem } of problemsOf(type, subject, body)) {
    if (problem.severity === 'error') {
      context.addIssue({ code: 'custom', path: [field], params: { key: textKey(problem), ...textParams(problem) } });
    }
  }
});

/** Everything that is wrong with a template, by field and line. */
export function problemsOf(
  type: TemplateType,
  subject: string,
  body: string,
): { field: 'subject' | 'body'; problem: TemplateProblem }[] {
  const inSubject = type === 'email_notification' ? checkSubject(subject) : [];
  return [
    ...inSubject.map((problem) => ({ field: 'subject' as const, problem })),
    ...checkTemplate(type, body).map((problem) => ({ field: 'body' as const, problem })),
  ];
}

/** A problem in the reader's language. */
export function problemText(problem: TemplateProblem): string {
  return t(textKey(problem), textParams(problem));
}

function textKey({ code }: TemplateProblem): TextKey {
  return `admin.template.problem.${code}`;
}

function textParams({ line, text }: TemplateProblem): Record<string, string | number> {
  return { line, text, content: contentSlot };
}
