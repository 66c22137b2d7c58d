import type { contactRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { addNote } from './add-note.ts';
import { blockContact } from './block-contact.ts';
import { deleteNote } from './delete-note.ts';
import { getContact } from './get-contact.ts';
import { listContacts } from './list-contacts.ts';
import { listNotes } from './list-notes.ts';
import { mergeContactAttributes } from './merge-contact-attributes.ts';
import { updateContact } from './update-contact.ts';

/** `contacts.conversations` stands with the conversations. */
export function createContactHandlers(deps: Deps): Omit<Handlers<typeof contactRoutes>, 'contacts.conversations'> {
  const { db } = deps;
  return {
    'contacts.list': ({ query }) => listContacts(db, query),
    'contacts.get': ({ params }) => getContact(db, params.id),
    'contacts.update': ({ actor, params, body, file }) => updateContact(deps, actor, params.id, { ...body, file }),
    'contacts.merge_attributes': ({ actor, params, body }) => mergeContactAttributes(deps, actor, params.id, body),
    'contacts.block': ({ actor, params, body }) => blockContact(deps, actor, params.id, body.enabled),
    'contact_notes.list': ({ params }) => listNotes(db, params.id),
    'contact_notes.create': ({ actor, params, body }) => addNote(deps, actor, params.id, body.note),
    'contact_notes.delete': ({ actor, params }) => deleteNote(deps, actor, params),
  };
}
