import type { AiPromptDetail, AiPromptInput } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { recordChange } from '../activity-log/index.ts';
import {
  type AiPromptRow,
  type AiPromptValues,
  deletePrompt,
  insertPrompt,
  lockPrompt,
  patchPrompt,
} from './ai.queries.ts';

/** Adds a way to rewrite a text. Throws config.name_taken naming `key`. */
export async function createPrompt(uow: UnitOfWork, input: AiPromptInput): Promise<AiPromptDetail> {
  const values = valuesOf(input);
  const row = await insertPrompt(uow.db, { ...values, now: uow.now });
  if (!row) throw keyTaken(values.key);
  await recordChange(uow, { entity: 'ai_prompt', id: row.id, name: row.title, before: null, after: { ...values } });
  return wireTimes(row);
}

/** Changes a way to rewrite a text. Throws ai.prompt_not_found, config.changed_meanwhile, config.name_taken naming `key`. */
export async function updatePrompt(uow: UnitOfWork, id: number, input: AiPromptInput): Promise<AiPromptDetail> {
  const stored = await locked(uow, id);
  assertUnchanged(stored, input);
  const values = valuesOf(input);
  const row = await patchPrompt(uow.db, id, { ...values, now: uow.now });
  if (!row) throw keyTaken(values.key);
  const before = valuesOf(stored);
  await recordChange(uow, { entity: 'ai_prompt', id, name: row.title, before: { ...before }, after: { ...values } });
  return wireTimes(row);
}

/** Deletes a way to rewrite a text. Throws ai.prompt_not_found. */
export async function removePrompt(uow: UnitOfWork, id: number): Promise<true> {
  const stored = await locked(uow, id);
  await deletePrompt(uow.db, id);
  const before = valuesOf(stored);
  await recordChange(uow, { entity: 'ai_prompt', id, name: stored.title, before: { ...before }, after: null });
  return true;
}

async function locked(uow: UnitOfWork, id: number): Promise<AiPromptRow> {
  const row = await lockPrompt(uow.db, id);
  if (!row) throw new AppError('ai.prompt_not_found');
  return row;
}

function valuesOf({ title, key, content }: AiPromptValues): AiPromptValues {
  return { title, key, content };
}

function keyTaken(name: string): AppError {
  return new AppError('config.name_taken', { params: { name }, data: { key: 'it is taken' } });
}
