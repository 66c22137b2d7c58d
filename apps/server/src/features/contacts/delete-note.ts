import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { lockNote, removeNote } from './notes.queries.ts';

/**
 * Deletes a contact's note: its writer may, and whoever holds `contact_notes:delete`, the role Admin among them. Throws
 * `contact_note.not_found`, `contact_note.not_own`.
 */
export async function deleteNote(deps: Deps, actor: Actor, ids: { id: number; note_id: number }): Promise<true> {
  return deps.work(actor, async (uow) => {
    const note = await lockNote(uow.db, ids.id, ids.note_id);
    if (!note) throw new AppError('contact_note.not_found');
    if (note.user_id !== actor.id && !actor.permissions.has('contact_notes:delete')) {
      throw new AppError('contact_note.not_own');
    }
    await removeNote(uow.db, ids.note_id);
    return true as const;
  });
}
