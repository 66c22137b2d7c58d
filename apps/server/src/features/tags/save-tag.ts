import type { TagInput, Usage } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import { assertUnchanged } from '../../core/unchanged.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { recordChange } from '../activity-log/index.ts';
import { deleteTag, findTag, findTagUsage, insertTag, isNameTaken, lockTag, patchTag } from './tags.queries.ts';

/** Creates a tag. Throws config.name_taken. */
export async function createTag(uow: UnitOfWork, { name }: TagInput): Promise<true> {
  const tag = await insertTag(uow.db, { name, now: uow.now });
  if (!tag) throw new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
  await recordChange(uow, { entity: 'tag', id: tag.id, name, before: null, after: { name } });
  return true;
}

/** Renames a tag; macros and rules, which know tags by name, keep the old one (wire B 7.1). Throws tag.not_found, config.*. */
export async function updateTag(uow: UnitOfWork, id: number, input: TagInput): Promise<true> {
  const tag = await lockTag(uow.db, id);
  if (!tag) throw new AppError('tag.not_found');
  assertUnchanged(tag, input);
  const { name } = input;
  if (await isNameTaken(uow.db, name, id)) {
    throw new AppError('config.name_taken', { params: { name }, data: { name: 'it is taken' } });
  }
  await patchTag(uow.db, id, { name, now: uow.now });
  await recordChange(uow, { entity: 'tag', id, name, before: { name: tag.name }, after: { name } });
  return true;
}

/** Deletes a tag; conversations lose it without an entry in their thread (wire B 7.1). Throws tag.not_found. */
export async function removeTag(uow: UnitOfWork, id: number): Promise<true> {
  const tag = await lockTag(uow.db, id);
  if (!tag) throw new AppError('tag.not_found');
  await deleteTag(uow.db, id);
  await uow.enqueue('reports.forget', { tag_id: id });
  await recordChange(uow, { entity: 'tag', id, name: tag.name, before: { name: tag.name }, after: null });
  return true;
}

/** What uses a tag. Throws tag.not_found. */
export async function tagUsage(db: Reader, id: number): Promise<Usage> {
  const tag = await findTag(db, id);
  if (!tag) throw new AppError('tag.not_found');
  const { users, conversations } = await findTagUsage(db, tag);
  return {
    used_by: users.slice(0, 50),
    total: users.length,
    conversations,
  };
}
