import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { lockContact, patchContact } from './contacts.queries.ts';

/** Blocks a contact, whose mail is then dropped on receipt, or unblocks it; conversations stay (wire A 15.4). Throws `contact.not_found`. */
export async function blockContact(deps: Deps, actor: Actor, id: number, enabled: boolean): Promise<true> {
  return deps.work(actor, async (uow) => {
    const contact = await lockContact(uow.db, id);
    if (!contact) throw new AppError('contact.not_found');
    await patchContact(uow.db, id, { enabled, updated_at: uow.now });
    const kind = enabled ? 'contact.unblocked' : 'contact.blocked';
    if (contact.enabled !== enabled) await uow.publish({ kind, contact_id: id });
    return true as const;
  });
}
