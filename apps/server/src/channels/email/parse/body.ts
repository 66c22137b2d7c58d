import { textToHtml } from '../../../lib/html-escape.ts';
import { decodeCharset } from './charset.ts';
import { joinFlowedText } from './flowed-text.ts';
import { isMultipart, type MimePart } from './mime-part.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/** The body of a mail and the parts that are files, chosen by behaviour 1.6. */
export interface MailBody {
  content_type: 'html' | 'text';
  content: string;
  /** The text alternative of an HTML body, or null. */
  plain_alternative: string | null;
  files: MimePart[];
  warnings: string[];
}

/** Bytes of one text part that are shown; of a longer one the whole is kept as a file, too. */
const longestBody = 5 * 1024 * 1024;
/** The same before decoding: quoted-printable takes at most three bytes for one, and line breaks. */
const longestEncodedBody = 4 * longestBody;

/**
 * Walks the tree: the last supported alternative of multipart/alternative, the root of multipart/related, all text parts of
 * anything else in order. Parts that name themselves files are files; so is every enclosed message. A part without
 * disposition, Content-ID and name is transport noise (delivery report, signature, calendar body) and dropped,
 * unless it is a picture, sound or film, or unless nothing else was found in the mail.
 */
export function chooseBody(root: MimePart): MailBody {
  const walk: Walk = { files: [], noise: [], warnings: [] };
  const found = readPart(root, 'root', walk);
  const pieces = found.pieces.some(isHtml) ? found.pieces : mergeTexts(found.pieces);
  if (pieces.length === 0 && walk.files.length === 0) walk.files.push(...walk.noise);
  else for (const part of walk.noise) walk.warnings.push(`dropped a ${part.content_type} part without name`);
  const body = { files: walk.files, warnings: walk.warnings };
  if (!pieces.some(isHtml)) {
    return { content_type: 'text', content: pieces[0]?.content ?? '', plain_alternative: null, ...body };
  }
  const htmls = pieces.map((piece) => (isHtml(piece) ? piece.content : textToHtml(piece.content)));
  const content = htmls.length === 1 ? htmls[0]! : `<div>${htmls.join('\n')}</div>`;
  return { content_type: 'html', content, plain_alternative: found.plain, ...body };
}

interface Walk {
  files: MimePart[];
  noise: MimePart[];
  warnings: string[];
}

interface Piece {
  kind: 'html' | 'text';
  content: string;
}

interface Found {
  pieces: Piece[];
  /** Plain text that says the same as the pieces, where the mail offers it. */
  plain: string | null;
}

/** What stands around a part decides whether a text part with a name is body or file. */
type Role = 'root' | 'alternative' | 'related_root' | 'related' | 'first' | 'mixed';

const nothing: Found = { pieces: [], plain: null };

function readPart(part: MimePart, role: Role, walk: Walk): Found {
  if (isMultipart(part) && part.children.length > 0) {
    if (part.content_type === 'multipart/alternative') return readAlternative(part, walk);
    if (part.content_type === 'multipart/related') return readRelated(part, walk);
    return readMixed(part, walk);
  }
  if (isBodyText(part, role)) return readText(part, walk);
  if (part.body.length === 0) return nothing;
  (isNoise(part, role) ? walk.noise : walk.files).push(part);
  return nothing;
}

function readAlternative(part: MimePart, walk: Walk): Found {
  const offers = part.children.map((child) => readPart(child, 'alternative', walk));
  const chosen =
    offers.findLast((offer) => offer.pieces.some((piece) => !isBlank(piece))) ?? offers.findLast(hasPieces);
  if (chosen === undefined) return nothing;
  if (!chosen.pieces.some(isHtml)) return chosen;
  const texts = offers.filter((offer) => hasPieces(offer) && !offer.pieces.some(isHtml));
  return {
    pieces: chosen.pieces,
    plain:
      texts
        .at(-1)
        ?.pieces.map((piece) => piece.content)
        .join('\n') ?? chosen.plain,
  };
}

function readRelated(part: MimePart, walk: Walk): Found {
  const named = part.start === null ? undefined : part.children.find((child) => child.content_id === part.start);
  const root = named ?? part.children[0];
  return join(part.children.map((child) => readPart(child, child === root ? 'related_root' : 'related', walk)));
}

function readMixed(part: MimePart, walk: Walk): Found {
  return join(part.children.map((child, index) => readPart(child, index === 0 ? 'first' : 'mixed', walk)));
}

function join(found: Found[]): Found {
  const filled = found.filter((one) => one.pieces.some((piece) => !isBlank(piece)));
  if (filled.length === 1) return filled[0]!;
  const texts = filled.map((one) => (one.pieces.some(isHtml) ? one.plain : mergeTexts(one.pieces)[0]!.content));
  const isComplete = filled.some((one) => one.plain !== null) && texts.every((text) => text !== null);
  return { pieces: filled.flatMap((one) => one.pieces), plain: isComplete ? texts.join('\n') : null };
}

function isBodyText(part: MimePart, role: Role): boolean {
  if (part.content_type !== 'text/plain' && part.content_type !== 'text/html') {
    return role === 'root' && /^text\/(enriched|richtext|markdown|x-markdown)$/.test(part.content_type);
  }
  if (part.disposition === 'attachment') return false;
  if (role === 'related' && part.content_id !== null) return false;
  if (part.filename === null || role === 'root' || role === 'alternative' || role === 'related_root') return true;
  // Some senders name the body itself; an explicit disposition says that the name is meant.
  return role === 'first' && part.disposition === null;
}

function isNoise(part: MimePart, role: Role): boolean {
  if (role === 'root' || part.disposition !== null || part.content_id !== null || part.filename !== null) return false;
  return !/^(?:image|audio|video)\/|^message\/(?:rfc822|global)$/.test(part.content_type);
}

function readText(part: MimePart, walk: Walk): Found {
  const decoded = decodeTransferEncoding(part.body.subarray(0, longestEncodedBody), part.encoding);
  const bytes = decoded.subarray(0, longestBody);
  if (bytes.length < decoded.length || part.body.length > longestEncodedBody) {
    walk.warnings.push(`${part.content_type} body is too long and was cut`);
    walk.files.push(part);
  }
  const kind = part.content_type === 'text/html' ? 'html' : 'text';
  const charset = part.charset ?? (kind === 'html' ? metaCharset(bytes) : null);
  const text = decodeCharset(bytes, charset).replaceAll(/\r\n?/g, '\n');
  if (kind === 'html') return { pieces: [{ kind, content: text }], plain: null };
  const content = part.is_flowed ? joinFlowedText(text, part.deletes_flow_space) : text;
  return { pieces: [{ kind, content }], plain: null };
}

/** HTML without a charset in its header often names it itself, in its first lines. */
function metaCharset(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1');
  return /<meta\b[^>]*\bcharset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1] ?? null;
}

function mergeTexts(pieces: Piece[]): Piece[] {
  const filled = pieces.filter((piece) => !isBlank(piece));
  if (filled.length === 0) return pieces.slice(0, 1);
  return [{ kind: 'text', content: filled.map((piece) => piece.content).join('\n') }];
}

function isHtml(piece: Piece): boolean {
  return piece.kind === 'html';
}

function isBlank(piece: Piece): boolean {
  return piece.content.trim() === '';
}

function hasPieces(found: Found): boolean {
  return found.pieces.length > 0;
}
