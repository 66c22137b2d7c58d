import { expect } from 'vitest';
import type { InboundMessage } from '../../channel.ts';

/** What holds for every parsed mail, whatever its bytes: storable texts, honest sizes, bounded lists. For tests. */
export function expectSoundMessage(message: InboundMessage): void {
  for (const text of textsOf(message)) {
    expect(text).not.toContain('\0');
    expect(text.isWellFormed()).toBe(true);
  }
  expect(message.external_id).not.toBe('');
  expect([...message.in_reply_to, ...message.references]).not.toContain('');
  expect(message.references.length).toBeLessThanOrEqual(100);
  expect(message.content_safe === null).toBe(message.content_type === 'text');
  for (const file of message.attachments) {
    expect(file.size).toBe(file.content.length);
    expect(file.size).toBeGreaterThan(0);
    expect(file.filename).not.toBe('');
    expect(file.filename).not.toMatch(/[/\\\p{Cc}]/u);
    expect([...file.filename].length).toBeLessThanOrEqual(255);
    expect(file.content_id).not.toBe('');
    if (file.disposition === 'inline') expect(file.content_id).not.toBeNull();
  }
  for (const mailbox of [...message.to, ...message.cc, ...message.bcc, ...message.reply_to]) {
    expect(mailbox.address).toBe(mailbox.address.toLowerCase());
    expect(mailbox.address).toContain('@');
  }
}

function textsOf(message: InboundMessage): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (value !== null && typeof value === 'object' && !(value instanceof Uint8Array)) {
      for (const inner of Object.values(value)) collect(inner);
    }
  };
  collect(message);
  return texts;
}
