import type { AiSources } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { type ConversationRow, withoutSurveyLinks } from '../conversations/index.ts';
import { listOutsiders, listThreadTexts, type ThreadText } from './context.queries.ts';

/** A thread as the provider gets it: data, each text within quotation marks that it can't leave. */
export interface ThreadContext {
  entries: { id: string; from: string; at: string; text: string }[];
  messages: AiSources['messages'];
  is_cut: boolean;
  /** What the customer wrote since the last answer, or all of it. */
  asked: string;
}

/** So much of a thread goes along: some 6,000 tokens, which small models on one's own machine can hold too. */
const mostCharacters = 16_000;
const longestEntry = 4_000;
const mostEntries = 200;

/** The newest part of a thread that fits, oldest first, without quotes and links to surveys. */
export async function threadContext(
  db: Reader,
  conversation: ConversationRow,
  options: { notes: boolean },
): Promise<ThreadContext> {
  const rows = await listThreadTexts(db, conversation.id, { ...options, limit: mostEntries + 1 });
  const taken: (ThreadText & { text: string })[] = [];
  let left = mostCharacters;
  for (const row of rows.slice(0, mostEntries)) {
    const text = cut(withoutSurveyLinks(withoutQuotedLines(row.text)), longestEntry);
    if (text === '') continue;
    if (text.length > left) break;
    left -= text.length;
    taken.push({ ...row, text });
  }
  taken.reverse();
  const ofCustomer = taken.filter((row) => row.type === 'incoming');
  const answered = taken.findLastIndex((row) => row.type === 'outgoing' && !row.private);
  const open = taken.slice(answered + 1).filter((row) => row.type === 'incoming');
  return {
    entries: taken.map((row, index) => ({
      id: `m${index + 1}`,
      from: writerOf(row),
      at: row.created_at.toISOString().slice(0, 16),
      text: row.text,
    })),
    messages: taken.map((row) => ({ uuid: row.uuid, created_at: row.created_at.toISOString(), private: row.private })),
    is_cut: rows.filter((row) => row.text.trim() !== '').length > taken.length,
    asked: (open.length > 0 ? open : ofCustomer).map((row) => row.text).join('\n'),
  };
}

/** First, last and whole names of those outside of the desk. */
export async function namesIn(db: Reader, conversation: Pick<ConversationRow, 'id' | 'contact_id'>): Promise<string[]> {
  const people = await listOutsiders(db, conversation);
  return people.flatMap(({ first_name, last_name }) => [`${first_name} ${last_name}`, first_name, last_name]);
}

function writerOf(row: ThreadText): string {
  if (row.type === 'incoming') return `customer ${row.sender}`.trim();
  return row.private ? `private note of agent ${row.sender}` : `agent ${row.sender}`.trim();
}

/** Lines that begin as quotes do, where the mail's own quotes were not found. */
function withoutQuotedLines(text: string): string {
  return text
    .split('\n')
    .filter((line) => !/^\s{0,3}>/.test(line))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, '')} …`;
}
