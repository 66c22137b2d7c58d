import { variableTexts } from '@bellhop/rules';
import { type OutboundAttachment, type OutboundMessage, PermanentDeliveryError } from '../../../channels/channel.ts';
import type { Deps } from '../../../core/deps.ts';
import { contentIdOfSource, rewriteImageSources } from '../../../lib/html-images.ts';
import { toOutgoingHtml } from '../../../lib/html-outgoing.ts';
import { parseMailbox } from '../../../lib/parse-mailbox.ts';
import type { InboxRecord } from '../../inboxes/index.ts';
import { attachmentsOf, contentIdsIn, inlineImagesOf, listMediaByUuids, type MediaRow } from '../../media/index.ts';
import { loadSettings } from '../../settings/index.ts';
import { wrapMail } from '../../templates/index.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import type { MessageRow } from './messages.queries.ts';
import { findSender, hasEarlierPublic, listThreadMails } from './outbound.queries.ts';
import { fromMailbox, outboundSubject, replyToOf, threadOf } from './outbound-headers.ts';
import { findLetter } from './outgoing.queries.ts';
import { variableValues } from './variable-values.ts';

/** What the sending side reads in `meta` of an outgoing message. */
interface OutgoingMeta {
  to?: string[];
  cc?: string[];
  bcc?: string[];
  reply_to?: string;
  is_automated?: boolean;
  is_csat?: boolean;
}

/** Ancestors that are looked at; the transport keeps the first and the newest that fit. */
const mostThreadMails = 50;

/** Puts together what goes out for a message, in the default template as it stands now (behaviour 2.4, 2.5, 6.2). Throws PermanentDeliveryError when nothing can. */
export async function buildOutbound(
  deps: Deps,
  message: MessageRow,
  conversation: ConversationRow,
  inbox: InboxRecord,
): Promise<OutboundMessage> {
  const mailbox = parseMailbox(inbox.from);
  if (!mailbox) throw new PermanentDeliveryError(`The inbox has no valid From address: ${inbox.from}`);
  if (message.source_id === null) throw new PermanentDeliveryError('The message has no Message-ID');
  const meta = message.meta as OutgoingMeta;
  const isFirst = !(await hasEarlierPublic(deps.db, message));
  const isHuman = message.sender_id !== deps.system.id && !meta.is_automated && !meta.is_csat;
  const author = isHuman ? await findSender(deps.db, message.sender_id) : undefined;
  const settings = await loadSettings(deps.db);
  const rows = await listFiles(deps, message);
  const letter =
    // Of the flag, so that no other mail pays for the question.
    (meta.is_csat ? await findLetter(deps.db, message.id) : null) ??
    toOutgoingHtml(withAbsoluteImages(message.content, settings['app.root_url']), { widthOf: widthsOf(rows) });
  return {
    external_id: message.source_id,
    conversation_uuid: conversation.uuid,
    from: fromMailbox(mailbox, inbox, author ?? null),
    to: meta.to ?? [],
    cc: meta.cc ?? [],
    bcc: meta.bcc ?? [],
    reply_to: replyToOf(inbox, conversation.uuid, meta.reply_to),
    subject: outboundSubject(conversation.subject, isFirst),
    ...threadOf(await listThreadMails(deps.db, message, mostThreadMails)),
    html: await wrapMail(deps, letter, variableTexts(await variableValues(deps.db, conversation, author ?? null))),
    attachments: await readFiles(deps, message, rows),
    auto_submitted: meta.is_csat ? 'auto-generated' : meta.is_automated ? 'auto-replied' : null,
    date: message.created_at.toISOString(),
  };
}

/** The message's own files, and images of earlier messages that it quotes. */
async function listFiles(deps: Deps, message: MessageRow): Promise<MediaRow[]> {
  const own = (await attachmentsOf(deps.db, [message.id])).get(message.id) ?? [];
  const missing = [...contentIdsIn(message.content)].filter((id) => !own.some((file) => file.content_id === id));
  return missing.length > 0 ? [...own, ...(await quotedFiles(deps, message.conversation_id, missing))] : own;
}

/** How wide the pictures among them are, by the address under which the mail shows them. */
function widthsOf(rows: readonly MediaRow[]): (source: string) => number | undefined {
  const widths = new Map(rows.map((row) => [row.content_id, (row.meta as { width?: number }).width]));
  return (source) => widths.get(contentIdOfSource(source));
}

async function readFiles(deps: Deps, message: MessageRow, rows: readonly MediaRow[]): Promise<OutboundAttachment[]> {
  const shown = contentIdsIn(message.content);
  const files: OutboundAttachment[] = [];
  for (const file of rows) {
    files.push({
      filename: file.filename,
      content_type: file.content_type,
      content_id: file.content_id !== null && shown.has(file.content_id) ? file.content_id : null,
      content: await readFile(deps, file),
    });
  }
  return files;
}

async function quotedFiles(deps: Deps, conversationId: number, contentIds: readonly string[]): Promise<MediaRow[]> {
  const images = (await inlineImagesOf(deps.db, [conversationId])).get(conversationId);
  const uuids = contentIds.flatMap((id) => images?.get(id) ?? []);
  return uuids.length > 0 ? listMediaByUuids(deps.db, uuids) : [];
}

async function readFile(deps: Deps, file: MediaRow): Promise<Buffer> {
  try {
    return await deps.storage.get(file.storage_key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new PermanentDeliveryError(`The attachment ${file.filename} is missing in storage`, { cause: error });
  }
}

/** Images that are none of ours to send along must at least have a whole address. */
function withAbsoluteImages(html: string, rootUrl: string): string {
  return rewriteImageSources(html, (source) => (source.startsWith('/uploads/') ? rootUrl + source : null));
}
