import type { Template, TemplateRow, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { findTemplate, listTemplates, type TemplateRecord } from './templates.queries.ts';

/** Templates of a type, the last changed first. */
export async function readTemplates(db: Reader, type: Template['type']): Promise<TemplateRow[]> {
  return (await listTemplates(db, type)).map(({ subject: _subject, body: _body, ...row }) => ({
    ...row,
    type,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}

/** One template. Throws template.not_found. */
export async function readTemplate(db: Reader, id: number): Promise<Template> {
  const row = await find(db, id);
  return {
    ...row,
    type: row.type as Template['type'],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
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
