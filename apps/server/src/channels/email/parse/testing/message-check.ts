import assert from 'node:assert/strict';
import type { InboundMessage } from '../../../channel.ts';

/** Asserts what holds for every parsed mail, whatever its bytes: storable texts, honest sizes, bounded lists. */
export function expectSoundMessage(message: InboundMessage): void {
  for (const text of textsOf(message)) {
    assert.ok(!text.includes('\0'), 'a text holds NUL');
    assert.ok(text.isWellFormed(), 'a text is not well-formed');
  }
  assert.notEqual(message.external_id, '');
  assert.ok(![...message.in_reply_to, ...message.references].includes(''), 'an id is empty');
  assert.ok(message.references.length <= 100);
  assert.equal(message.content_safe === null, message.content_type === 'text');
  for (const file of message.attachments) {
    assert.equal(file.size, file.content.length);
    assert.ok(file.size > 0, 'a file is empty');
    assert.notEqual(file.filename, '');
    assert.doesNotMatch(file.filename, /[/\\\p{Cc}]/u);
    assert.ok([...file.filename].length <= 255);
    assert.notEqual(file.content_id, '');
    if (file.disposition === 'inline') assert.notEqual(file.content_id, null);
  }
  for (const { address } of [...message.to, ...message.cc, ...message.bcc, ...message.reply_to]) {
    assert.equal(address, address.toLowerCase());
    assert.match(address, /@/);
  }
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsOf);
}
