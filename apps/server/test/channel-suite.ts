import type { InboxConfig } from '@bellhop/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Channel } from '../src/channels/channel.ts';
import type { ApiClient } from './api-client.ts';
import { createHarness, type Harness } from './harness.ts';

/** A customer's message as a test writes it; ids are without brackets. */
export interface PostedMessage {
  id: string;
  from: string;
  subject: string;
  text: string;
  in_reply_to?: string;
  file?: { filename: string; content: string };
}

/** A message of ours as the far end has it. */
export interface TakenMessage {
  external_id: string;
  in_reply_to: string | null;
  to: string[];
  html: string;
  files: { filename: string; content: string }[];
}

/** The far end of a channel: customers write there, and replies come out there. */
export interface ChannelPeer {
  /** An inbox with this configuration is connected to it. */
  config: InboxConfig;
  /** Lets a message arrive; the same one may arrive again. */
  post(message: PostedMessage): Promise<void>;
  /** What it has taken, in order. */
  taken(): Promise<TakenMessage[]>;
  /** What it says to messages from now on. */
  answer(how: 'take' | 'refuse' | 'try later'): void;
  close(): Promise<void>;
}

const address = 'desk@channel.example';

/**
 * What every channel must bring about in the whole product, whatever it speaks: one conversation for a message however often it
 * comes, threads, files both ways, final and passing failures. `channel` is left out for the one that the product makes itself.
 */
export function channelSuite(name: string, start: () => Promise<{ peer: ChannelPeer; channel?: Channel }>): void {
  describe(`the channel ${name}`, () => {
    let peer: ChannelPeer;
    let desk: Harness;
    let admin: ApiClient;
    beforeAll(async () => {
      const started = await start();
      peer = started.peer;
      desk = await createHarness({
        roles: ['web', 'worker', 'mail'],
        env: { LOG_LEVEL: 'silent' },
        ...(started.channel && { channel: started.channel }),
      });
      admin = await desk.as();
      const { imap, smtp } = peer.config;
      const inbox = { name: name, from: address, channel: 'email', config: { imap, smtp } };
      expect((await admin.call('inboxes.create', { body: inbox })).data).toBe(true);
    });
    afterAll(async () => {
      await desk.close();
      await peer.close();
    });

    const write = (more: Partial<PostedMessage> = {}): PostedMessage => ({
      id: `${crypto.randomUUID()}@customer.example`,
      from: `${crypto.randomUUID()}@customer.example`,
      subject: 'My lamp is broken',
      text: 'It does not light up.',
      ...more,
    });
    const stored = (id: string) =>
      desk.until(async () => {
        const { rows } = await desk.pool.query(
          `select m.id::int, m.text_content, c.id as conversation_id, c.uuid, c.subject, c.reference_number from messages m
           join conversations c on c.id = m.conversation_id where m.source_id = $1`,
          [id],
        );
        return rows[0];
      }, `the message ${id}`);
    const reply = async (uuid: string, to: string, more: object = {}) => {
      const body = {
        message: '<p>On its way</p>',
        private: false,
        to: [to],
        cc: [],
        bcc: [],
        attachments: [],
        ...more,
      };
      return (await admin.call('messages.send', { params: { uuid }, body })).data;
    };
    const ended = (uuid: string, ...states: string[]) =>
      desk.until(
        async () => {
          await desk.pool.query("update outgoing_mails set due_at = now() - interval '1 s' where state = 'queued'");
          await desk.pool.query("select pg_notify('bellhop_outgoing', '')");
          const { rows } = await desk.pool.query(
            `select o.state, o.error, m.status, m.source_id from outgoing_mails o join messages m on m.id = o.message_id
           where m.uuid = $1`,
            [uuid],
          );
          return states.includes(rows[0].state) && rows[0];
        },
        `${uuid} to be ${states.join(' or ')}`,
      );

    test('opens one conversation for a message, however often it comes', async () => {
      const message = write({ file: { filename: 'lamp.txt', content: 'a picture of it' } });
      await peer.post(message);
      const found = await stored(message.id);
      expect(found).toMatchObject({ subject: message.subject, text_content: message.text });
      await peer.post(message);
      const after = write();
      await peer.post(after);
      expect((await stored(after.id)).conversation_id).not.toBe(found.conversation_id);
      const { data } = await admin.call('messages.list', { params: { uuid: found.uuid } });
      expect(data.results.map((entry) => entry.type)).toEqual(['incoming']);
      const [file] = data.results[0]!.attachments;
      const bytes = await admin.fetch(new URL(file!.url).pathname);
      expect([file!.name, await bytes.text()]).toEqual(['lamp.txt', 'a picture of it']);
    });

    test('carries a reply with its file out, and the answer to it back into the thread', async () => {
      const message = write();
      await peer.post(message);
      const { uuid, conversation_id } = await stored(message.id);
      const form = new FormData();
      form.set('files', new Blob(['how to repair it']), 'manual.txt');
      const file = (await admin.call('media.upload', { body: form })).data;
      const sent = await reply(uuid, message.from, { attachments: [file.id] });
      const { source_id, status } = await ended(sent.uuid, 'sent');
      expect(status).toBe('sent');
      const taken = (await peer.taken()).find((one) => one.external_id === source_id);
      expect(taken).toMatchObject({
        in_reply_to: message.id,
        to: [message.from],
        html: expect.stringContaining('On its way'),
        files: [{ filename: 'manual.txt', content: 'how to repair it' }],
      });
      const answer = write({ from: message.from, subject: 'Re: My lamp is broken', in_reply_to: source_id });
      await peer.post(answer);
      expect((await stored(answer.id)).conversation_id).toBe(conversation_id);
    });

    test('tells a final refusal from a passing one', async () => {
      const message = write();
      await peer.post(message);
      const { uuid } = await stored(message.id);
      peer.answer('refuse');
      const refused = await reply(uuid, message.from);
      expect(await ended(refused.uuid, 'failed')).toMatchObject({
        status: 'failed',
        error: expect.stringMatching(/\S/),
      });
      peer.answer('try later');
      const delayed = await reply(uuid, message.from);
      const { source_id } = await ended(delayed.uuid, 'retrying');
      peer.answer('take');
      await admin.call('messages.retry', { params: { uuid, message_uuid: delayed.uuid } });
      expect(await ended(delayed.uuid, 'sent')).toMatchObject({ status: 'sent', source_id });
      expect((await peer.taken()).filter((one) => one.external_id === source_id)).toHaveLength(1);
    });
  });
}
