import type { AvailabilityStatus, Contact } from '@bellhop/contract';
import { AppError } from '../../core/app-error.ts';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findContact, findContacts, type ShownContact } from './contacts.queries.ts';

/** One contact in the shape of agents, whose own members are empty (wire A 15.2). Throws `contact.not_found`. */
export async function getContact(db: Reader, id: number): Promise<Contact> {
  const row = await findContact(db, id);
  if (!row) throw new AppError('contact.not_found');
  return contactView(row);
}

/** Contacts by id, in the same shape; those that are gone are missing. */
export async function viewContacts(db: Reader, ids: readonly number[]): Promise<Map<number, Contact>> {
  if (ids.length === 0) return new Map();
  return new Map((await findContacts(db, ids)).map((row) => [row.id, contactView(row)]));
}

function contactView(row: ShownContact): Contact {
  return {
    ...wireTimes(row),
    type: 'contact',
    // The form of the contract's client takes text alone.
    email: row.email ?? '',
    availability_status: row.availability_status as AvailabilityStatus,
    custom_attributes: row.custom_attributes as Record<string, unknown>,
    last_active_at: null,
    last_login_at: null,
    roles: [],
    permissions: [],
    teams: [],
    meta: null,
  };
}
