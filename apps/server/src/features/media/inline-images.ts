import type { UnitOfWork } from '../../core/unit-of-work.ts';
import type { Reader } from '../../db/types.ts';
import { contentIdOfSource, rewriteImageSources } from '../../lib/html-images.ts';
import { linkUnlinkedMedia, listInlineMedia, lockMediaByUuid, type MediaRow, patchMedia } from './media.queries.ts';
import { mediaUrl, uuidOfMediaUrl } from './media-address.ts';

/** Content id to media uuid, for one conversation. */
export type InlineImages = ReadonlyMap<string, string>;

/**
 * Inline images by conversation: a quoted image belongs to an earlier message, so the whole conversation is looked at, and
 * only files that a message owns (behaviour 1.7).
 */
export async function inlineImagesOf(
  db: Reader,
  conversationIds: readonly number[],
): Promise<Map<number, InlineImages>> {
  const byConversation = new Map<number, Map<string, string>>();
  if (conversationIds.length === 0) return byConversation;
  for (const row of await listInlineMedia(db, conversationIds)) {
    const images = byConversation.get(row.conversation_id!) ?? new Map<string, string>();
    images.set(row.content_id!, row.uuid);
    byConversation.set(row.conversation_id!, images);
  }
  return byConversation;
}

/** Content ids of all `cid:` images of HTML. */
export function contentIdsIn(html: string): Set<string> {
  const ids = new Set<string>();
  rewriteImageSources(html, (source) => {
    const id = contentIdOfSource(source);
    if (id !== null) ids.add(id);
    return null;
  });
  return ids;
}

/**
 * Turns `cid:` images of stored, sanitised HTML into addresses, when it is served, never in storage. A message's own files come
 * before those of its conversation, because some programs number their content ids from one in every mail. Unknown ids stay.
 */
export function showInlineImages(
  html: string,
  images: { own: readonly MediaRow[]; conversation: InlineImages | undefined; root_url: string },
): string {
  if (!/cid:/i.test(html)) return html;
  const own = new Map(images.own.map((row) => [row.content_id, row.uuid]));
  return rewriteImageSources(html, (source) => {
    const id = contentIdOfSource(source);
    const uuid = id === null ? undefined : (own.get(id) ?? images.conversation?.get(id));
    return uuid ? mediaUrl(images.root_url, uuid) : null;
  });
}

/**
 * Rewrites images that point at our own files into `cid:bellhop-<uuid>`, stamps that id and links the files to the message, in
 * the message's own transaction (behaviour 2.5). The writer's unlinked uploads are claimed; images of the same conversation
 * (a quoted one) are referred to; everything else stays as it is. Answers the HTML to store and the claimed rows.
 */
export async function claimInlineImages(
  uow: UnitOfWork,
  html: string,
  owner: { message_id: number; conversation_id: number; uploaded_by: number; root_url: string },
): Promise<{ html: string; claimed: MediaRow[] }> {
  const uuids = new Set<string>();
  rewriteImageSources(html, (source) => {
    const uuid = uuidOfMediaUrl(source, owner.root_url);
    if (uuid) uuids.add(uuid);
    return null;
  });
  if (uuids.size === 0) return { html, claimed: [] };
  const rows = await lockMediaByUuid(uow.db, [...uuids]);
  const own = rows.filter((row) => row.model_id === null && row.uploaded_by === owner.uploaded_by);
  const claimed =
    own.length > 0
      ? await linkUnlinkedMedia(
          uow.db,
          own.map((row) => row.id),
          owner,
        )
      : [];
  const contentIds = new Map<string, string>();
  for (const row of claimed) {
    const content_id = `bellhop-${row.uuid}`;
    await patchMedia(uow.db, row.id, { content_id, disposition: 'inline' });
    contentIds.set(row.uuid, content_id);
  }
  for (const row of rows) {
    if (row.conversation_id !== owner.conversation_id || contentIds.has(row.uuid)) continue;
    const content_id = row.content_id ?? `bellhop-${row.uuid}`;
    if (row.content_id === null) await patchMedia(uow.db, row.id, { content_id });
    contentIds.set(row.uuid, content_id);
  }
  const rewritten = rewriteImageSources(html, (source) => {
    const uuid = uuidOfMediaUrl(source, owner.root_url);
    const content_id = uuid === null ? undefined : contentIds.get(uuid);
    return content_id ? `cid:${encodeURIComponent(content_id)}` : null;
  });
  return { html: rewritten, claimed };
}
