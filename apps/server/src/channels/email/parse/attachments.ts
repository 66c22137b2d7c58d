import { contentIdOfSource, normaliseContentId, rewriteImageSources } from '../../../lib/html-images.ts';
import type { InboundAttachment, SkippedAttachment } from '../../channel.ts';
import { cleanFileName } from './file-name.ts';
import type { MimePart } from './mime-part.ts';
import type { SkippedPart } from './mime-tree.ts';
import { decodeTransferEncoding } from './transfer-encoding.ts';

/**
 * The files of a mail (behaviour 1.6). `inline` is kept for parts with a Content-ID that the HTML shows; every other file
 * is an attachment, because a part that is neither shown nor listed would vanish. An explicit attachment disposition
 * wins over a Content-ID, which is kept all the same. Empty parts are left out; nothing is unpacked.
 */
export function readAttachments(files: MimePart[], html: string | null): InboundAttachment[] {
  const shown = html === null ? new Set<string>() : shownContentIds(html);
  const attachments: InboundAttachment[] = [];
  for (const part of files) {
    const content = decodeTransferEncoding(part.body, part.encoding);
    if (content.length === 0) continue;
    const contentId = part.content_id === null ? null : normaliseContentId(part.content_id);
    const isInline = part.disposition !== 'attachment' && contentId !== null && shown.has(contentId);
    attachments.push({
      filename: cleanFileName(part.filename, part.content_type),
      content_type: part.content_type,
      size: content.length,
      disposition: isInline ? 'inline' : 'attachment',
      content_id: contentId,
      content,
    });
  }
  return attachments;
}

/** Lists files that are not stored, with their name and (for base64 estimated) size in bytes. */
export function listSkipped(
  parts: { part: MimePart; reason: SkippedPart['reason'] | 'message_too_large' }[],
): SkippedAttachment[] {
  return parts.map(({ part, reason }) => ({
    filename: cleanFileName(part.filename, part.content_type),
    content_type: part.content_type,
    size: /base64/i.test(part.encoding) ? Math.floor((part.body.length * 3) / 4) : part.body.length,
    reason,
  }));
}

function shownContentIds(html: string): Set<string> {
  const ids = new Set<string>();
  rewriteImageSources(html, (source) => {
    const id = contentIdOfSource(source);
    if (id !== null) ids.add(id);
    return null;
  });
  return ids;
}
