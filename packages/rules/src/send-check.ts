import { type Recipients, withoutPart } from './reply-recipients.ts';
import { writtenText } from './written-text.ts';

/** More recipients than this are asked about. */
export const manyRecipients = 10;
/** More than these would be a mailing list, and are refused (behaviour 2.1). */
export const mostRecipients = 50;

/** What is about to be sent. */
export interface CheckedDraft extends Recipients {
  html: string;
  /** Files that go along, pictures in the text left out. */
  file_count: number;
  /** Names of variables that stand for nothing; they keep the text from being sent (settled question 23). */
  unresolved: readonly string[];
}

/** What is known of where it goes. Addresses in lower case. */
export interface CheckedThread {
  contact_email: string | null;
  /** Whom the reply was proposed for. */
  proposed: Recipients;
  /** Everybody who was on a mail of the thread. */
  people: readonly string[];
  /** The desk's own addresses, of all inboxes. */
  own_addresses: readonly string[];
}

/**
 * Something to look at again before a reply leaves; `names` are the addresses, words or variables it is about. `count` is the number of
 * recipients. A warning that `blocks` is no question: the reply can't leave like this.
 */
export interface SendWarning {
  kind: 'new_domain' | 'dropped' | 'own_address' | 'many' | 'placeholder' | 'variable' | 'no_file';
  names: readonly string[];
  count: number;
  blocks: boolean;
}

/**
 * What a careful colleague would ask before a reply leaves (field 10): a domain in Cc or Bcc that nobody of the thread or the desk
 * has, somebody of the proposal who is gone, an address of the desk itself, more than ten recipients (more than fifty block), a `[placeholder]` or
 * variable that was not filled in, an announced file that is not there. Empty when there is nothing to ask.
 */
export function checkBeforeSend(draft: CheckedDraft, thread: CheckedThread): SendWarning[] {
  const all = [...new Set([...draft.to, ...draft.cc, ...draft.bcc])];
  const own = ownOf(all, thread.own_addresses);
  // The desk's own addresses are left out of the mail.
  const isTooMany = all.length - own.length > mostRecipients;
  const text = writtenText(draft.html);
  const isMissingFile = draft.file_count === 0 && !/<img\b/i.test(draft.html);
  const found: [SendWarning['kind'], readonly string[]][] = [
    ['variable', draft.unresolved],
    ['own_address', own],
    ['new_domain', strangersOf([...draft.cc, ...draft.bcc], thread)],
    ['dropped', [...thread.proposed.to, ...thread.proposed.cc].filter((address) => !all.includes(address))],
    ['many', all.length > manyRecipients ? all : []],
    ['placeholder', placeholdersOf(text)],
    ['no_file', isMissingFile ? announcedFiles(text) : []],
  ];
  return found
    .filter(([, names]) => names.length > 0)
    .map(([kind, names]) => ({
      kind,
      names: [...new Set(names)],
      count: names.length,
      blocks: kind === 'variable' || (kind === 'many' && isTooMany),
    }));
}

function ownOf(all: readonly string[], own: readonly string[]): string[] {
  const known = new Set([...own, ...own.map(withoutPart)]);
  return all.filter((address) => known.has(address) || known.has(withoutPart(address)));
}

/** Who is copied although nobody of the thread, the proposal or the desk has their domain. */
function strangersOf(copied: readonly string[], thread: CheckedThread): string[] {
  const { proposed, people, own_addresses, contact_email } = thread;
  const known = [...proposed.to, ...proposed.cc, ...people, ...own_addresses, contact_email?.toLowerCase() ?? ''];
  const domains = new Set(known.map(domainOf));
  return copied.filter((address) => !domains.has(domainOf(address)));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/**
 * `[customer name]`, but not `[1]`, `[x]`, `[sic]`, `list[index]` or a Markdown link. Words only: a log line in brackets has signs and
 * digits in it.
 */
function placeholdersOf(text: string): string[] {
  const found = text.matchAll(/(?<![\p{L}\p{N}_\])])\[(\p{L}[\p{L}\p{M}' _-]{1,58})\](?!\()/gu);
  return [...found].map(([whole]) => whole).filter((whole) => whole.toLowerCase() !== '[sic]');
}

/**
 * Words that announce a file, in the languages of the product. The beginning of a word is enough where it is inflected; scripts without
 * blanks and vowel signs have no word boundary to ask for.
 */
const announcements: readonly RegExp[] = [
  /(?<!\p{L})(?:attach(?:ed|ing|ment|ments)|enclosed)(?!\p{L})/iu,
  /(?<!\p{L})(?:angehängt|angehaengt|anbei|beigefügt|beigefuegt|beiliegend|(?:datei)?anhang|anhänge[n]?|angefügt)\p{L}{0,2}(?!\p{L})/iu,
  /(?<!\p{L})(?:ci-joint(?:e|s|es)?|pi[èe]ces?[ -]jointes?|en pj|fichiers? joints?)(?!\p{L})/iu,
  /(?<!\p{L})(?:adjunt(?:o|a|os|as|amos|é|ado|ada|ados|adas))(?!\p{L})/iu,
  /(?<!\p{L})(?:em anexo|anex(?:o|os|a|as|ei|amos|ado|ada|ados|adas))(?!\p{L})/iu,
  /संलग्न|अटैच|नत्थी/u,
  /添付|同封/u,
];

function announcedFiles(text: string): string[] {
  return announcements.flatMap((pattern) => pattern.exec(text)?.[0] ?? []);
}
