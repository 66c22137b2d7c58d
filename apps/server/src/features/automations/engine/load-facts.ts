import type { AttributeFacts, RuleFacts } from '@bellhop/rules';
import type { Reader } from '../../../db/types.ts';
import { attributeDefinitions } from '../../custom-attributes/index.ts';
import { type FactRow, findFactRows, findPublicTexts } from './facts.queries.ts';

/** What only the event knows that makes rules look: the text of its message, what was there before. */
export type EventFacts = Pick<
  RuleFacts['fields'],
  'content' | 'previous_status' | 'previous_priority' | 'previous_assigned_team' | 'previous_assigned_user'
>;

/** Where `content` comes from for conversations whose event has none of its own; without it nobody knows the content. */
export type ContentSource = 'first' | 'latest';

/**
 * What rules compare (behaviour 4.3), of hundreds of conversations in three queries; those that are gone are missing. `known` adds
 * what events know. Hours are whole ones, counted down, as of `now`.
 */
export async function loadFacts(
  db: Reader,
  ids: readonly number[],
  now: Date,
  { content, known }: { content?: ContentSource; known?: ReadonlyMap<number, EventFacts> } = {},
): Promise<Map<number, RuleFacts>> {
  if (ids.length === 0) return new Map();
  const rows = await findFactRows(db, ids);
  const texts = content ? await findPublicTexts(db, ids, content) : null;
  const types = await loadTypes(db);
  return new Map(
    rows.map((row): [number, RuleFacts] => [
      row.id,
      {
        fields: {
          ...fieldsOf(row, now),
          ...(texts && { content: texts.get(row.id) ?? null }),
          ...known?.get(row.id),
        },
        attributes: {
          contact_custom_attribute: { values: row.contact_attributes, types: types.contact },
          conversation_custom_attribute: { values: row.custom_attributes, types: types.conversation },
        },
      },
    ]),
  );
}

/** The data types of the attributes that there are, by whose they are and by key. */
async function loadTypes(db: Reader): Promise<Record<'contact' | 'conversation', AttributeFacts['types']>> {
  const definitions = await attributeDefinitions(db);
  const of = (appliesTo: string) =>
    new Map(
      definitions.filter(({ applies_to }) => applies_to === appliesTo).map(({ key, data_type }) => [key, data_type]),
    );
  return { contact: of('contact'), conversation: of('conversation') };
}

function fieldsOf(row: FactRow, now: Date): RuleFacts['fields'] {
  return {
    subject: row.subject,
    contact_email: row.contact_email,
    status: idText(row.status_id),
    priority: idText(row.priority_id),
    assigned_team: idText(row.assigned_team_id),
    assigned_user: idText(row.assigned_user_id),
    inbox: idText(row.inbox_id),
    hours_since_created: wholeHours(row.created_at, now),
    hours_since_first_reply: wholeHours(row.first_reply_at, now),
    hours_since_last_reply: wholeHours(row.last_reply_at, now),
    hours_since_resolved: wholeHours(row.resolved_at, now),
  };
}

/** An id as rules hold it. */
export function idText(id: number | null): string | null {
  return id === null ? null : String(id);
}

/** A clock that was set back makes nothing older than it is: never less than none. */
function wholeHours(since: Date | null, now: Date): string | null {
  return since && String(Math.max(0, Math.floor((now.getTime() - since.getTime()) / 3_600_000)));
}
