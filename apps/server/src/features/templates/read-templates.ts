import type { Template, TemplateRow, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { templateProblems } from './template-problems.ts';
import { findTemplate, listTemplates, type TemplateRecord } from './templates.queries.ts';

/** Templates of a type, the last changed first. */
export async function readTemplates(db: Reader, type: Template['type']): Promise<TemplateRow[]> {
  return (await listTemplates(db, type)).map((record) => {
    const { subject: _subject, body: _body, ...row } = view(record);
    return row;
  });
}

/** One template. Throws template.not_found. */
export async function readTemplate(db: Reader, id: number): Promise<Template> {
  return view(await find(db, id));
}

/** Nothing refers to a template. Throws template.not_found. */
export async function templateUsage(db: Reader, id: number): Promise<Usage> {
  await find(db, id);
  return { used_by: [], total: 0, conversations: 0 };
}

async function find(db: Reader, id: number): Promise<TemplateRecord> {
  const row = await findTemplate(db, id);
  if (!row) throw new AppError('template.not_found');
  return row;
}

function view(record: TemplateRecord): Template {
  const template = { ...wireTimes(record), type: record.type as Template['type'] };
  return { ...template, problems: templateProblems(template) };
}
