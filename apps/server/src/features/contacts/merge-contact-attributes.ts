import { changeAttributes } from '@bellhop/rules';
import { matchesPattern } from '@bellhop/rules/pattern';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { attributeDefinitions } from '../custom-attributes/index.ts';
import { lockContactAttributes, patchContactAttributes } from '../users/index.ts';
import { hasContact } from './contacts.queries.ts';

/**
 * Merges values into a contact's custom attributes, null removing one; only keys that change are checked (settled question 26). Throws
 * `contact.not_found`, `contact.attribute_invalid` naming the key.
 */
export async function mergeContactAttributes(
  deps: Deps,
  actor: Actor,
  id: number,
  values: Record<string, unknown>,
): Promise<true> {
  return deps.work(actor, async (uow) => {
    if (!(await hasContact(uow.db, id))) throw new AppError('contact.not_found');
    const stored = await lockContactAttributes(uow.db, id);
    const definitions = await attributeDefinitions(uow.db, 'contact');
    const change = changeAttributes(stored, values, 'merge', definitions, matchesPattern);
    if (!change.ok) {
      throw new AppError('contact.attribute_invalid', {
        params: { field: change.key, reason: change.reason },
        data: { [change.key]: change.reason },
      });
    }
    if (change.changed.length === 0) return true as const;
    await patchContactAttributes(uow.db, id, change.values, uow.now);
    const fields = change.changed.map((key) => `custom_attributes.${key}`);
    await uow.publish({ kind: 'contact.updated', contact_id: id, fields });
    return true as const;
  });
}
