import type { Mention, Message } from '@bellhop/contract';
import { type Assignment, canSeeConversation, mentionMark, parseMention } from '@bellhop/rules';
import { type Actor, fullName } from '../../../core/actor.ts';
import type { Reader } from '../../../db/types.ts';
import { loadSettings } from '../../settings/index.ts';
import { findConversationByUuid } from '../conversations.queries.ts';
import type { Draft } from './attach-files.ts';
import { listMentioned, type MentionedAgent } from './mentioned.queries.ts';

/** Whom a note calls: in its sanitised text, and beside it (behaviour 2.8). Each once. */
export function mentionsOf(note: Draft): Mention[] {
  const marks = note.html.matchAll(/\sdata-mention="([a-z]+:\d+)"/g);
  const inText = [...marks].flatMap(([, mark]) => parseMention(mark!) ?? []);
  const all = [...inText, ...(note.mentions ?? [])];
  return [...new Map(all.map((mention) => [mentionMark(mention), mention])).values()];
}

/**
 * Whom mentions reach: those who may read the thread, each once and never the writer. `strangers` may not; members of a mentioned
 * team are among them only when the team reaches nobody.
 */
export async function mentionReaders(
  db: Reader,
  conversation: Assignment,
  mentions: readonly Mention[],
  writerId: number,
): Promise<{ readers: MentionedAgent[]; strangers: MentionedAgent[] }> {
  const others = (await listMentioned(db, mentions)).filter(({ agent }) => agent.id !== writerId);
  const mayRead = ({ agent }: MentionedAgent) =>
    canSeeConversation(agent, conversation) && agent.permissions.has('messages:read');
  const readers = others.filter(mayRead);
  const reached = new Set(readers.flatMap(({ agent }) => agent.team_ids));
  const strangers = others.filter((one) => !mayRead(one) && (one.team_id === null || !reached.has(one.team_id)));
  return { readers, strangers };
}

/** Names of those whom a stored note calls without reaching them, as a list in the desk's language; null when there are none. */
export async function unreachedNames(
  db: Reader,
  writer: Actor,
  uuid: string,
  message: Message,
): Promise<string | null> {
  const mentions = (message.meta.mentions ?? []) as Mention[];
  if (!message.private || mentions.length === 0) return null;
  const conversation = await findConversationByUuid(db, uuid);
  if (!conversation) return null;
  const { strangers } = await mentionReaders(db, conversation, mentions, writer.id);
  if (strangers.length === 0) return null;
  const { 'app.lang': language } = await loadSettings(db);
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(strangers.map(({ agent }) => fullName(agent)));
}
