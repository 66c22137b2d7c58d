import type { TemplateInput } from '@bellhop/contract';
import { checkSubject, checkTemplate, type TemplateProblem } from '@bellhop/rules';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  clearDefault,
  deleteTemplate,
  findDefault,
  insertTemplate,
  isNameTaken,
  lockDefaults,
  lockTemplate,
  patchTemplate,
  type TemplateRecord,
} from './templates.queries.ts';

/**
 * Creates a template; one that is to be the default is one for outgoing mail, whatever its type says (wire A 18.3). Throws
 * input.invalid naming subject or body, template.default_exists, config.name_taken.
 */
export async function createTemplate(uow: UnitOfWork, input: TemplateInput): Promise<true> {
  const type = input.is_default ? 'email_outgoing' : input.type;
  const row = { ...contentOf({ ...input, type }), type };
  await lockDefaults(uow.db);
  if (row.is_default && (await findDefault(uow.db))) throw new AppError('template.default_exists');
  await refuseTaken(uow, { type, name: row.name, except: null });
  const template = await insertTemplate(uow.db, { ...row, now: uow.now });
  await recordChange(uow, { entity: 'template', id: template.id, name: row.name, before: null, after: row });
  return true;
}

/**
 * Changes a template. Its type stays, and a notification keeps its name, by which it is known; a new default takes the place of the
 * old one (wire A 18.4). Throws template.not_found, input.invalid, config.*.
 */
export async function updateTemplate(uow: UnitOfWork, id: number, input: TemplateInput): Promise<true> {
  await lockDefaults(uow.db);
  const stored = await lockTemplate(uow.db, id);
  if (!stored) throw new AppError('template.not_found');
  assertUnchanged(stored, input);
  const type = stored.type as TemplateInput['type'];
  if (type === 'email_notification' && input.is_default) {
    throw refused('is_default', 'only a template for outgoing mail can be the default');
  }
  const row = contentOf({ ...input, type, name: type === 'email_notification' ? stored.name : input.name });
  await refuseTaken(uow, { type, name: row.name, except: id });
  const former = row.is_default && !stored.is_default ? await findDefault(uow.db) : undefined;
  if (former) await clearDefault(uow.db);
  await patchTemplate(uow.db, id, { ...row, now: uow.now });
  if (former) await recordDefault(uow, former);
  await recordChange(uow, { entity: 'template', id, name: row.name, before: shown(stored), after: { ...row, type } });
  return true;
}

/** Deletes a template. Throws template.not_found, template.builtin. */
export async function removeTemplate(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await lockTemplate(uow.db, id);
  if (!stored) throw new AppError('template.not_found');
  if (stored.is_builtin) throw new AppError('template.builtin');
  await deleteTemplate(uow.db, id);
  await recordChange(uow, { entity: 'template', id, name: stored.name, before: shown(stored), after: null });
  return true;
}

/** What is stored of an input; throws input.invalid for what cannot be used. */
function contentOf({ type, name, subject, body, is_default }: TemplateInput) {
  if (type === 'email_notification' && subject === '') throw refused('subject', 'it must not be empty');
  refuseErrors('subject', type === 'email_notification' ? checkSubject(subject) : []);
  refuseErrors('body', checkTemplate(type, body));
  return { name, subject: type === 'email_notification' ? subject : '', body, is_default };
}

function refuseErrors(field: 'subject' | 'body', problems: readonly TemplateProblem[]): void {
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) throw refused(field, reasons[error.code](error));
}

/** For callers of the API; Bellhop's client asks the same rules before it sends. */
const reasons: Record<TemplateProblem['code'], (problem: TemplateProblem) => string> = {
  slot_missing: () => 'it must contain {{ template "content" . }}',
  slot_misplaced: ({ line }) => `line ${line}: only templates for outgoing mail have a content slot`,
  unclosed_if: ({ line }) => `line ${line}: the if has no end`,
  stray_end: ({ line }) => `line ${line}: there is no if for this end`,
  stray_else: ({ line }) => `line ${line}: there is no if for this else`,
  unknown_template: ({ line }) => `line ${line}: "content" is the only template that can be called`,
  too_deep: ({ line }) => `line ${line}: ifs are nested too deep`,
  unknown_variable: ({ line, text }) => `line ${line}: ${text} is no known variable`,
  not_understood: ({ line, text }) => `line ${line}: ${text} is not understood`,
};

async function refuseTaken(
  uow: UnitOfWork,
  template: { type: string; name: string; except: number | null },
): Promise<void> {
  if (!(await isNameTaken(uow.db, template))) return;
  throw new AppError('config.name_taken', { params: { name: template.name }, data: { name: 'it is taken' } });
}

function recordDefault(uow: UnitOfWork, former: TemplateRecord): Promise<void> {
  return recordChange(uow, {
    entity: 'template',
    id: former.id,
    name: former.name,
    before: { is_default: true },
    after: { is_default: false },
  });
}

function shown({ name, subject, body, is_default, type }: TemplateRecord) {
  return { name, subject, body, is_default, type };
}

function refused(field: string, reason: string): AppError {
  return new AppError('input.invalid', { params: { field, reason }, data: { [field]: reason } });
}
