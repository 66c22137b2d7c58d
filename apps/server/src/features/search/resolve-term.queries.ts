import { phraseOf, type SearchCondition, type SearchTerm, type Viewer } from '@bellhop/rules';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../db/types.ts';
import { plainAddress } from '../conversations/index.ts';
import {
  contains,
  findTag,
  listAgents,
  listInboxes,
  listMessagesWithFile,
  listPeople,
  listPriorities,
  listStatuses,
  listTeams,
  mostListed,
} from './named-rows.queries.ts';
import { type MessageTest, phraseQuery, quoteLexeme, type ResolvedTerm } from './search-plan.ts';

/** What a term comes to, before it is turned round. */
export type Meaning =
  /** A clause of a `tsquery`. */
  | { kind: 'words'; query: string; has_prefix: boolean }
  /** `ids` are all messages that pass, where they can be listed. */
  | { kind: 'message'; test: MessageTest; ids: readonly number[] | null }
  | { kind: 'conversation'; test: RawBuilder<SqlBool> }
  /** Nothing has it. */
  | { kind: 'never' };

/** Terms of these kinds are about single messages. */
const aboutMessages: readonly SearchCondition['kind'][] = ['words', 'from', 'to', 'cc', 'has_attachment', 'filename'];

export function isAboutMessages({ condition }: SearchTerm): boolean {
  return aboutMessages.includes(condition.kind);
}

/** Looks up what a term names. Times are those of messages when the search is about such, else of the last message. */
export async function resolveTerm(
  db: Reader,
  viewer: Viewer,
  term: SearchTerm,
  isOnMessages: boolean,
): Promise<ResolvedTerm & { meaning: Meaning }> {
  const { condition } = term;
  const plain = (meaning: Meaning) => ({ ...term, ids: null, meaning });
  const rows = (ids: readonly number[], meaning: Meaning) => ({
    ...term,
    ids,
    meaning: ids.length > 0 ? meaning : never,
  });
  switch (condition.kind) {
    case 'words': {
      const phrase = phraseOf(condition.text, condition.is_prefix);
      return plain(phrase ? { kind: 'words', query: phraseQuery(phrase), has_prefix: phrase.is_prefix } : never);
    }
    case 'from': {
      const people = await listPeople(db, condition.value);
      return rows(people, sentBy(people, condition.value));
    }
    case 'to':
    case 'cc': {
      const lexeme = quoteLexeme(`${condition.kind}:${plainAddress(condition.value)}`);
      return plain({ kind: 'words', query: `${lexeme}:*`, has_prefix: true });
    }
    case 'has_attachment':
      return plain({ kind: 'message', ids: null, test: (name) => sql`exists (${filesOf(name)})` });
    case 'filename': {
      const ids = await listMessagesWithFile(db, condition.value);
      if (ids?.length === 0) return plain(never);
      const named = contains(sql`search_fold(filename)`, condition.value);
      return plain({
        kind: 'message',
        ids,
        test: (name) =>
          ids
            ? sql`${sql.ref(`${name}.message_id`)} = any(${ids}::bigint[])`
            : sql`exists (${filesOf(name)} and ${named})`,
      });
    }
    case 'before':
    case 'after': {
      const operator = sql.raw(condition.kind === 'before' ? '<' : '>=');
      const at = sql`${new Date(condition.at)}::timestamptz`;
      return plain(
        isOnMessages
          ? { kind: 'message', ids: null, test: (name) => sql`${sql.ref(`${name}.created_at`)} ${operator} ${at}` }
          : onConversation(sql`conversations.last_message_at ${operator} ${at}`),
      );
    }
    case 'subject':
      return plain(
        onConversation(sql`exists (select 1 from conversation_search as folded_texts
          where folded_texts.conversation_id = conversations.id and ${contains(sql`folded_texts.folded`, condition.value)}
            and ${contains(sql`split_part(folded_texts.folded, E'\n', 1)`, condition.value)})`),
      );
    case 'ref':
      return plain(onConversation(sql`conversations.reference_number = ${condition.value}`));
    case 'tag': {
      const tag = await findTag(db, condition.value);
      if (!tag) return plain(never);
      const test = sql<SqlBool>`exists (select 1 from conversation_tags as link
        where link.conversation_id = conversations.id and link.tag_id = ${tag.id})`;
      return { ...term, ids: [tag.id], name: tag.name, meaning: onConversation(test) };
    }
    case 'assignee': {
      const value = condition.value.toLowerCase();
      if (value === 'none') return rows([0], onConversation(sql`conversations.assigned_user_id is null`));
      const ids = value === 'me' ? [viewer.id] : await listAgents(db, condition.value);
      return rows(ids, isOneOf('assigned_user_id', ids));
    }
    case 'team': {
      if (condition.value.toLowerCase() === 'none') {
        return rows([0], onConversation(sql`conversations.assigned_team_id is null`));
      }
      const ids = await listTeams(db, condition.value);
      return rows(ids, isOneOf('assigned_team_id', ids));
    }
    case 'priority': {
      if (condition.value.toLowerCase() === 'none') {
        return rows([0], onConversation(sql`conversations.priority_id is null`));
      }
      const ids = await listPriorities(db, condition.value);
      return rows(ids, isOneOf('priority_id', ids));
    }
    case 'inbox': {
      const ids = await listInboxes(db, condition.value);
      return rows(ids, isOneOf('inbox_id', ids));
    }
    case 'status': {
      const ids = await listStatuses(db, condition.value);
      return rows(ids, isOneOf('status_id', ids));
    }
  }
}

const never: Meaning = { kind: 'never' };

function onConversation(test: RawBuilder<SqlBool>): Meaning {
  return { kind: 'conversation', test };
}

function isOneOf(column: string, ids: readonly number[]): Meaning {
  const value = sql.ref(`conversations.${column}`);
  // Only a single value lets an index give its order as well.
  return onConversation(ids.length === 1 ? sql`${value} = ${ids[0]}` : sql`${value} = any(${[...ids]}::int[])`);
}

/** A few writers are in the index; of many, each message's is looked at. */
function sentBy(people: readonly number[], typed: string): Meaning {
  if (people.length <= mostListed) {
    return { kind: 'words', query: people.map((id) => quoteLexeme(`by:${id}`)).join(' | '), has_prefix: false };
  }
  return {
    kind: 'message',
    ids: null,
    test: (
      name,
    ) => sql`exists (select 1 from messages as sent join people_search as sender on sender.user_id = sent.sender_id
      where sent.id = ${sql.ref(`${name}.message_id`)} and ${contains(sql`sender.folded`, typed)})`,
  };
}

function filesOf(name: string): RawBuilder<unknown> {
  return sql`select 1 from media where model_type = 'messages' and model_id = ${sql.ref(`${name}.message_id`)}
    and disposition = 'attachment'`;
}
