import { EventEmitter, once } from 'node:events';
import type { InboxConfig } from '@bellhop/contract';
import {
  type Channel,
  ChannelClosedError,
  type InboundMessage,
  type OutboundMessage,
  PermanentDeliveryError,
  TemporaryDeliveryError,
} from '../src/channels/channel.ts';
import type { ChannelPeer, PostedMessage } from './channel-suite.ts';

/** Servers of a kind that the fake alone knows; the shape is that of every inbox. */
const config: InboxConfig = {
  imap: [{ ...server(), mailbox: 'PILE', read_interval: '1s', scan_inbox_since: '48h' }],
  smtp: [
    {
      ...server(),
      auth_protocol: 'none',
      max_conns: 1,
      max_msg_retries: 0,
      idle_timeout: '25s',
      wait_timeout: '60s',
      hello_hostname: '',
    },
  ],
};

function server() {
  return {
    host: 'postcards.example',
    port: 1,
    username: 'desk',
    password: 'x',
    tls_type: 'none' as const,
    tls_skip_verify: false,
  };
}

/**
 * A channel that knows neither MIME nor SMTP nor IMAP: its messages are JSON postcards on a pile, and what it sends is laid on
 * another. With it in place of e-mail everything outside `channels/` must work as it does.
 */
export function createFakeChannel(): { channel: Channel; peer: ChannelPeer } {
  const pile: PostedMessage[] = [];
  const sent: OutboundMessage[] = [];
  const arrivals = new EventEmitter();
  let mood: Parameters<ChannelPeer['answer']>[0] = 'take';
  let isClosed = false;
  const channel: Channel = {
    kind: 'postcard',
    parse: async (raw) => readPostcard(raw),
    async send(message) {
      if (isClosed) throw new ChannelClosedError('the postman has gone home');
      if (mood === 'refuse') throw new PermanentDeliveryError('Nobody lives there');
      if (mood === 'try later') throw new TemporaryDeliveryError('The postman is ill');
      sent.push(message);
      return { response: 'laid down', relay_external_id: null };
    },
    readKept: async () => null,
    describe: (raw) => ({ headers: [], source: Buffer.from(raw).toString() }),
    check: async (given) =>
      given.imap.map(({ host }) => ({ kind: 'imap', host, ok: true, detail: 'the pile is there', problem: null })),
    async receive({ loadCursor, saveCursor, deliver, onState, signal }) {
      const place = { account: 'desk', mailbox: 'PILE', uidvalidity: '1' };
      await onState({ state: 'idle', last_success_at: new Date() });
      while (!signal.aborted) {
        const cursor = await loadCursor(place.account, place.mailbox);
        const uid = (cursor?.last_uid ?? 0) + 1;
        const card = pile[uid - 1];
        if (card) {
          await deliver({ ...place, uid, raw: Buffer.from(JSON.stringify(card)), skipped_attachments: [] });
          await saveCursor(place.account, place.mailbox, { uidvalidity: place.uidvalidity, last_uid: uid });
        } else await once(arrivals, 'card', { signal }).catch(() => {});
      }
    },
    async close() {
      isClosed = true;
    },
  };
  const peer: ChannelPeer = {
    config,
    async post(message) {
      pile.push(message);
      arrivals.emit('card');
    },
    taken: async () =>
      sent.map((message) => ({
        external_id: message.external_id,
        in_reply_to: message.in_reply_to,
        to: message.to,
        html: message.html,
        files: message.attachments.map(({ filename, content }) => ({
          filename,
          content: Buffer.from(content).toString(),
        })),
      })),
    answer(next) {
      mood = next;
    },
    close: async () => {},
  };
  return { channel, peer };
}

function readPostcard(raw: Uint8Array): InboundMessage {
  const card = JSON.parse(Buffer.from(raw).toString()) as PostedMessage;
  const attachments = (card.file ? [card.file] : []).map(({ filename, content }) => ({
    filename,
    content_type: 'text/plain',
    size: content.length,
    disposition: 'attachment' as const,
    content_id: null,
    content: Buffer.from(content),
  }));
  return {
    external_id: card.id,
    in_reply_to: card.in_reply_to ? [card.in_reply_to] : [],
    references: [],
    id_headers: { message_id: null, in_reply_to: null, references: null, date: null },
    from: { name: '', address: card.from },
    reply_to: [],
    to: [],
    cc: [],
    bcc: [],
    delivered_to: [],
    subject: card.subject,
    sent_at: null,
    content_type: 'text',
    content: card.text,
    content_safe: null,
    text_content: card.text,
    plain_alternative: null,
    reply_text: card.text,
    attachments,
    skipped_attachments: [],
    machine: { kind: 'none', is_auto_reply: false, reason: null },
    bounce: null,
    loop_address: null,
    conversation_uuid: null,
    warnings: [],
  };
}
