import type { ContactFields } from '@bellhop/contract';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { UploadedFile } from '../../http/request-context.ts';
import { discardFiles, linkAvatar, type StoredFile, storeAvatar, unlinkAvatars } from '../media/index.ts';
import { isAddressTaken } from '../users/index.ts';
import { hasContact, type LockedContact, lockContact, patchContact } from './contacts.queries.ts';

/**
 * Saves a contact's form, its avatar or both (wire A 15.3), all or nothing: a refused picture leaves the other members as they were.
 * A name that somebody wrote here counts as written, so no mail replaces it. Throws `contact.not_found`, `contact.email_taken` and
 * what `storeAvatar` throws.
 */
export async function updateContact(
  deps: Deps,
  actor: Actor,
  id: number,
  form: ContactFields & { file: UploadedFile | undefined },
): Promise<true> {
  if (!(await hasContact(deps.db, id))) throw new AppError('contact.not_found');
  const stored = form.file ? await storeAvatar(deps, form.file, actor.id) : null;
  const old = await save(deps, actor, id, form, stored);
  await discardFiles(deps, old);
  return true;
}

async function save(
  deps: Deps,
  actor: Actor,
  id: number,
  form: ContactFields,
  stored: StoredFile | null,
): Promise<{ storage_key: string }[]> {
  try {
    return await deps.work(actor, async (uow) => {
      const contact = await lockContact(uow.db, id);
      if (!contact) throw new AppError('contact.not_found');
      // Naming an avatar keeps the present one, whichever that is: only our own pictures ever get there.
      const isKept = stored === null && form.avatar_url !== null;
      const unlinked = isKept ? [] : await unlinkAvatars(uow, id);
      const changed = await changes(uow, id, form, isKept, stored);
      await patchContact(uow.db, id, { ...changed, updated_at: uow.now });
      const fields = changedFields(contact, changed);
      if (fields.length > 0) await uow.publish({ kind: 'contact.updated', contact_id: id, fields });
      return unlinked;
    });
  } catch (error) {
    // Thrown by the database itself, so nothing was committed.
    if (stored) await discardFiles(deps, [stored]);
    if (isAddressTaken(error))
      throw new AppError('contact.email_taken', { params: { email: form.email }, cause: error });
    throw error;
  }
}

/** Members that are not what they were, but for how the name came about. */
function changedFields(before: LockedContact, after: Awaited<ReturnType<typeof changes>>): string[] {
  const members = Object.entries(after).filter(([member]) => member !== 'name_is_derived');
  return members.filter(([member, value]) => before[member as keyof LockedContact] !== value).map(([member]) => member);
}

async function changes(
  uow: UnitOfWork,
  id: number,
  form: ContactFields,
  isAvatarKept: boolean,
  stored: StoredFile | null,
) {
  const { first_name, last_name, email, phone_number, phone_number_calling_code, country } = form;
  return {
    first_name,
    last_name,
    email,
    phone_number,
    phone_number_calling_code,
    name_is_derived: false,
    ...(country === undefined ? {} : { country }),
    ...(isAvatarKept ? {} : { avatar_url: stored && (await linkAvatar(uow, stored, id)) }),
  };
}
