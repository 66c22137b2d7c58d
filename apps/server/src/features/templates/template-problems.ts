import type { Template, TemplateProblemView } from '@bellhop/contract';
import { checkSubject, checkTemplate } from '@bellhop/rules';

/** What is wrong in a template, by field and line: the subject of a notification first. */
export function templateProblems({
  type,
  subject,
  body,
}: Pick<Template, 'type' | 'subject' | 'body'>): TemplateProblemView[] {
  const inSubject = type === 'email_notification' ? checkSubject(subject) : [];
  return [
    ...inSubject.map((problem) => ({ ...problem, field: 'subject' as const })),
    ...checkTemplate(type, body).map((problem) => ({ ...problem, field: 'body' as const })),
  ];
}
