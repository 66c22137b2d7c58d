import type { ImapFlow, MessageStructureObject } from 'imapflow';
import type { SkippedAttachment } from '../../channel.ts';

/** A mail without its files: the source that is left, and what was left out. */
export interface ReducedSource {
  raw: Buffer;
  skipped: SkippedAttachment[];
}

/** More text than this of one part, in bytes, is cut off. */
const longestText = 1_000_000;
/** Parts beyond this number are not looked at. */
const mostParts = 100;
/** Parts asked for with one command. */
const partsAtOnce = 20;

/**
 * Puts together a mail that is too large to be fetched whole (behaviour 1.6 limits: headers and text are stored, the
 * skipped attachments listed): its own header and structure with the text parts alone. Null when the mail is gone.
 */
export async function fetchReducedSource(
  client: ImapFlow,
  uid: number,
  reason: SkippedAttachment['reason'],
): Promise<ReducedSource | null> {
  const mail = await client.fetchOne(String(uid), { headers: true, bodyStructure: true }, { uid: true });
  const header = mail ? mail.headers : undefined;
  if (!mail || !header) return null;
  const structure = mail.bodyStructure ?? { type: 'application/octet-stream' };
  const parts = [...leavesAndContainers(structure)].slice(0, mostParts);
  const kept = parts.filter((part) => isText(part) || isContainer(part));
  const sections = await fetchSections(client, uid, kept);
  return {
    raw: Buffer.concat([endWithBlankLine(header), ...writeBody(structure, new Set(kept), sections)]),
    skipped: parts.filter((part) => !kept.includes(part)).map((part) => skippedPart(part, reason)),
  };
}

/** Text and headers of the parts, by their IMAP section name in lower case. */
async function fetchSections(
  client: ImapFlow,
  uid: number,
  parts: MessageStructureObject[],
): Promise<Map<string, Buffer>> {
  const wanted = parts.flatMap((part) => {
    const name = sectionName(part);
    const header = part.part === undefined ? [] : [`${name}.MIME`];
    return isText(part) ? [...header, { key: name, maxLength: longestText }] : header;
  });
  const sections = new Map<string, Buffer>();
  for (let start = 0; start < wanted.length; start += partsAtOnce) {
    const bodyParts = wanted.slice(start, start + partsAtOnce);
    const answer = await client.fetchOne(String(uid), { bodyParts }, { uid: true });
    if (answer) for (const [name, content] of answer.bodyParts ?? []) sections.set(name.toLowerCase(), content);
  }
  return sections;
}

function writeBody(
  node: MessageStructureObject,
  kept: Set<MessageStructureObject>,
  sections: Map<string, Buffer>,
): Buffer[] {
  if (!isContainer(node)) return isText(node) ? [sections.get(sectionName(node)) ?? Buffer.alloc(0)] : [];
  const boundary = node.parameters?.boundary ?? '';
  const children = (node.childNodes ?? []).filter((child) => kept.has(child));
  return [
    ...children.flatMap((child) => [
      Buffer.from(`\r\n--${boundary}\r\n`),
      endWithBlankLine(sections.get(`${sectionName(child)}.mime`) ?? Buffer.alloc(0)),
      ...writeBody(child, kept, sections),
    ]),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
}

function* leavesAndContainers(node: MessageStructureObject): Generator<MessageStructureObject> {
  yield node;
  if (isContainer(node)) for (const child of node.childNodes ?? []) yield* leavesAndContainers(child);
}

/** A multipart whose boundary is known; an attached mail (message/rfc822) counts as one file. */
function isContainer(node: MessageStructureObject): boolean {
  return node.type.startsWith('multipart/') && node.childNodes !== undefined && node.parameters?.boundary !== undefined;
}

function isText(node: MessageStructureObject): boolean {
  return ['text/plain', 'text/html'].includes(node.type) && node.disposition !== 'attachment';
}

/** A mail without parts has no part number; IMAP calls its body 1. */
function sectionName(node: MessageStructureObject): string {
  return node.part ?? '1';
}

function skippedPart(part: MessageStructureObject, reason: SkippedAttachment['reason']): SkippedAttachment {
  return {
    filename: part.dispositionParameters?.filename ?? part.parameters?.name ?? '',
    content_type: part.type,
    size: part.size ?? 0,
    reason,
  };
}

function endWithBlankLine(header: Buffer): Buffer {
  const end = header.subarray(-4).toString('latin1');
  if (end === '\r\n\r\n' || header.equals(Buffer.from('\r\n'))) return header;
  return Buffer.concat([header, Buffer.from(end.endsWith('\r\n') || header.length === 0 ? '\r\n' : '\r\n\r\n')]);
}
