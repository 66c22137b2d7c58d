import { type Selectable, sql } from 'kysely';
import type { DB, Reader, Transaction } from '../../db/types.ts';

export type TemplateRecord = Selectable<DB['templates']>;
type Content = Pick<TemplateRecord, 'name' | 'subject' | 'body' | 'is_default'>;

export function listTemplates(db: Reader, type: string): Promise<TemplateRecord[]> {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('type', '=', type)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export function findTemplate(db: Reader, id: number): Promise<TemplateRecord | undefined> {
  return db.selectFrom('templates').selectAll().where('id', '=', id).executeTakeFirst();
}

/** The one that wraps outgoing mail. */
export function findDefault(db: Reader): Promise<TemplateRecord | undefined> {
  return db.selectFrom('templates').selectAll().where('is_default', '=', true).executeTakeFirst();
}

/** A built-in notification, known by its name (wire A 18.6). */
export function findBuiltin(db: Reader, name: string): Promise<TemplateRecord | undefined> {
  return db
    .selectFrom('templates')
    .selectAll()
    .where('name', '=', name)
    .where('is_builtin', '=', true)
    .executeTakeFirst();
}

export function lockTemplate(db: Transaction, id: number): Promise<TemplateRecord | undefined> {
  return db.selectFrom('templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Makes changes to the default wait for each other, so that the second sees what the first did. */
export async function lockDefaults(db: Transaction): Promise<void> {
  await db
    .selectFrom('templates')
    .select('id')
    .where('type', '=', 'email_outgoing')
    .orderBy('id')
    .forUpdate()
    .execute();
}

export async function isNameTaken(
  db: Reader,
  template: { type: string; name: string; except: number | null },
): Promise<boolean> {
  let query = db
    .selectFrom('templates')
    .select('id')
    .where('type', '=', template.type)
    .where(sql<boolean>`lower(name) = lower(${template.name})`);
  if (template.except !== null) query = query.where('id', '<>', template.except);
  return (await query.executeTakeFirst()) !== undefined;
}

export function insertTemplate(db: Transaction, row: Content & { type: string; now: Date }): Promise<TemplateRecord> {
  const { now, ...values } = row;
  return db
    .insertInto('templates')
    .values({ ...values, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function patchTemplate(db: Transaction, id: number, row: Content & { now: Date }): Promise<void> {
  const { now, ...values } = row;
  await db
    .updateTable('templates')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** No template is the default any more. */
export async function clearDefault(db: Transaction): Promise<void> {
  await db.updateTable('templates').set({ is_default: false }).where('is_default', '=', true).execute();
}

export async function deleteTemplate(db: Transaction, id: number): Promise<void> {
  await db.deleteFrom('templates').where('id', '=', id).execute();
}
