import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterEach, describe, expect, it } from 'vitest';
import { createSmtpListener, type SmtpListener, type SmtpListenerOptions } from './smtp-listener.ts';

type Stored = Parameters<SmtpListenerOptions['store']>[0];

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const inboxes: Record<string, number> = { 'help@shop.example': 1, 'sales@shop.example': 2, 'hilfe@bücher.example': 3 };

async function listen(changes: Partial<SmtpListenerOptions> = {}) {
  const stored: Stored[] = [];
  const logged: object[] = [];
  const note = (facts: object): void => void logged.push(facts);
  const listener = await createSmtpListener({
    host: '127.0.0.1',
    port: 0,
    maxSize: 100_000,
    resolveRecipient: async (address) => {
      const inbox_id = inboxes[address.toLowerCase()];
      return inbox_id === undefined ? null : { inbox_id };
    },
    store: async (mail) => void stored.push(mail),
    log: { info: note, warn: note },
    ...changes,
  });
  cleanUps.push(() => listener.close(1));
  return { listener, stored, logged };
}

const send = ({ port }: SmtpListener, from: string, to: string[], raw: string | Buffer) =>
  createTransport({ host: '127.0.0.1', port, ignoreTLS: true }).sendMail({ envelope: { from, to }, raw });

/** A client by hand: says a line, reads whole replies. */
async function talk({ port }: SmtpListener) {
  const socket: Socket = connect(port, '127.0.0.1');
  cleanUps.push(() => socket.destroy());
  let received = '';
  let ended = false;
  socket.on('data', (chunk) => (received += chunk.toString()));
  socket.on('close', () => (ended = true));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const read = async (): Promise<string> => {
    await expect.poll(() => ended || /^\d{3} .*\r\n/m.test(received), { timeout: 5000 }).toBe(true);
    const text = received;
    received = '';
    return text;
  };
  const say = async (line: string): Promise<string> => {
    socket.write(`${line}\r\n`);
    return read();
  };
  return { socket, read, say, isEnded: () => ended };
}

describe('createSmtpListener', () => {
  it('stores a mail byte for byte before it says 250', async () => {
    const { listener, stored } = await listen();
    const raw = Buffer.from('Subject: hi\r\n\r\n.\r\n..dots\r\nraw \xfc\r\n', 'latin1');
    const info = await send(listener, 'ann@customer.example', ['help@shop.example'], raw);
    expect(info.response).toMatch(/^250 2\.6\.0|^250 /);
    expect(stored).toHaveLength(1);
    expect(stored[0]).toMatchObject({
      inbox_ids: [1],
      envelope: { from: 'ann@customer.example', to: ['help@shop.example'], remote_address: '127.0.0.1' },
    });
    expect(stored[0]?.raw.equals(raw)).toBe(true);
  });

  it('hands one mail for two inboxes over once, and an inbox named twice once', async () => {
    const { listener, stored } = await listen();
    await send(listener, '', ['help@shop.example', 'HELP@shop.example', 'sales@shop.example'], 'Subject: x\r\n\r\n');
    expect(stored).toHaveLength(1);
    expect(stored[0]?.inbox_ids.sort()).toEqual([1, 2]);
    expect(stored[0]?.envelope.from).toBe('');
  });

  it('refuses unknown recipients with 550 and takes the others', async () => {
    const { listener, stored } = await listen();
    await expect(send(listener, 'a@b.example', ['nobody@shop.example'], 'x')).rejects.toMatchObject({
      responseCode: 550,
    });
    const info = await send(
      listener,
      'a@b.example',
      ['nobody@shop.example', 'help@shop.example'],
      'Subject: x\r\n\r\n',
    );
    expect(info.rejected).toEqual(['nobody@shop.example']);
    expect(stored).toHaveLength(1);
  });

  it('announces SIZE, 8BITMIME and SMTPUTF8, and neither sign-in nor STARTTLS', async () => {
    const { listener } = await listen();
    const client = await talk(listener);
    await client.read();
    const features = await client.say('EHLO test.example');
    expect(features).toMatch(/250[- ]SIZE 100000/);
    expect(features).toMatch(/250[- ]8BITMIME/);
    expect(features).toMatch(/250[- ]SMTPUTF8/);
    expect(features).not.toMatch(/AUTH|STARTTLS/);
    expect(await client.say('STARTTLS')).toMatch(/^5\d\d /);
    expect(await client.say('AUTH PLAIN AGEAYg==')).toMatch(/^5\d\d /);
  });

  it('takes addresses in any script', async () => {
    const { listener, stored } = await listen();
    const client = await talk(listener);
    await client.read();
    await client.say('EHLO test.example');
    expect(await client.say('MAIL FROM:<änne@kunde.example> SMTPUTF8 BODY=8BITMIME')).toMatch(/^250/);
    expect(await client.say('RCPT TO:<hilfe@bücher.example>')).toMatch(/^250/);
    await client.say('DATA');
    expect(await client.say('Subject: grün\r\n\r\nschön\r\n.')).toMatch(/^250/);
    expect(stored[0]).toMatchObject({ inbox_ids: [3], envelope: { from: 'änne@kunde.example' } });
    expect(stored[0]?.raw.toString()).toContain('schön');
  });

  it('answers 552 to what is too large, announced or not, and stays usable', async () => {
    const { listener, stored } = await listen();
    const client = await talk(listener);
    await client.read();
    await client.say('EHLO test.example');
    expect(await client.say('MAIL FROM:<a@b.example> SIZE=100001')).toMatch(/^552/);
    await client.say('MAIL FROM:<a@b.example>');
    await client.say('RCPT TO:<help@shop.example>');
    await client.say('DATA');
    expect(await client.say(`${'x'.repeat(200_000)}\r\n.`)).toMatch(/^552/);
    expect(stored).toHaveLength(0);
    await send(listener, 'a@b.example', ['help@shop.example'], 'Subject: small\r\n\r\n');
    expect(stored).toHaveLength(1);
  });

  it('asks to try again when the mail cannot be stored or the recipient not looked up', async () => {
    const { listener, logged } = await listen({ store: () => Promise.reject(new Error('disk full')) });
    await expect(send(listener, 'a@b.example', ['help@shop.example'], 'secret body')).rejects.toMatchObject({
      responseCode: 451,
    });
    expect(JSON.stringify(logged)).toContain('disk full');
    expect(JSON.stringify(logged)).not.toContain('secret body');
    const other = await listen({ resolveRecipient: () => Promise.reject(new Error('no database')) });
    await expect(send(other.listener, 'a@b.example', ['help@shop.example'], 'x')).rejects.toMatchObject({
      responseCode: 451,
    });
  });

  it('drops a mail whose client left in the middle', async () => {
    const { listener, stored } = await listen();
    const client = await talk(listener);
    await client.read();
    await client.say('EHLO test.example');
    await client.say('MAIL FROM:<a@b.example>');
    await client.say('RCPT TO:<help@shop.example>');
    await client.say('DATA');
    client.socket.destroy();
    await send(listener, 'a@b.example', ['help@shop.example'], 'Subject: next\r\n\r\n');
    expect(stored.map((mail) => mail.raw.toString())).toEqual(['Subject: next\r\n\r\n']);
  });

  it('limits the clients and the mails in memory', async () => {
    const { listener } = await listen({ max_clients: 1 });
    const first = await talk(listener);
    await first.read();
    const second = await talk(listener);
    expect(await second.read()).toMatch(/^421/);

    const held = Promise.withResolvers<void>();
    let stores = 0;
    const crowded = await listen({
      maxSize: 1000,
      store: () => {
        stores += 1;
        return held.promise;
      },
    });
    const body = `Subject: x\r\n\r\n${'y'.repeat(900)}\r\n`;
    const sent = Array.from({ length: 8 }, () => send(crowded.listener, 'a@b.example', ['help@shop.example'], body));
    await expect.poll(() => stores).toBe(8);
    await expect(send(crowded.listener, 'a@b.example', ['help@shop.example'], body)).rejects.toMatchObject({
      responseCode: 452,
    });
    held.resolve();
    await Promise.all(sent);
    await send(crowded.listener, 'a@b.example', ['help@shop.example'], body);
  });

  it('ends the connection of a silent client', async () => {
    const { listener } = await listen({ socket_timeout_ms: 50 });
    const client = await talk(listener);
    await client.read();
    expect(await client.read()).toMatch(/^421|^$/);
    await expect.poll(client.isEnded).toBe(true);
  });

  it('finishes the mail in DATA when it closes, and ends idle connections at once', async () => {
    const { listener, stored } = await listen();
    const idle = await talk(listener);
    const busy = await talk(listener);
    await Promise.all([idle.read(), busy.read()]);
    await busy.say('EHLO test.example');
    await busy.say('MAIL FROM:<a@b.example>');
    await busy.say('RCPT TO:<help@shop.example>');
    await busy.say('DATA');
    const closed = listener.close(10_000);
    expect(await idle.read()).toMatch(/^421/);
    expect(await busy.say('Subject: last\r\n\r\n.')).toMatch(/^250/);
    await closed;
    expect(stored).toHaveLength(1);
    await expect(send(listener, 'a@b.example', ['help@shop.example'], 'x')).rejects.toThrow(/ECONNREFUSED/);
  });

  it('does not wait longer than told for a mail in DATA', async () => {
    const { listener } = await listen();
    const busy = await talk(listener);
    await busy.read();
    await busy.say('EHLO test.example');
    await busy.say('MAIL FROM:<a@b.example>');
    await busy.say('RCPT TO:<help@shop.example>');
    await busy.say('DATA');
    await listener.close(20);
    await expect.poll(busy.isEnded).toBe(true);
  });

  it('rejects when the port is taken', async () => {
    const { listener } = await listen();
    await expect(listen({ port: listener.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
