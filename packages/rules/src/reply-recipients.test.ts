import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { automatedRecipients, recipientOrigin, replyRecipients, threadPeople } from './reply-recipients.ts';

type Heard = Parameters<typeof replyRecipients>[0][number];

const desk = { contact_email: 'mina@mail.example', inbox_mail: 'help@shop.example' };

function incoming(meta: Heard['meta'], more: Partial<Heard> = {}): Heard {
  return { type: 'incoming', private: false, status: 'received', created_at: '2026-03-01T10:00:00Z', meta, ...more };
}

function outgoing(meta: Heard['meta'], more: Partial<Heard> = {}): Heard {
  return { type: 'outgoing', private: false, status: 'sent', created_at: '2026-03-01T11:00:00Z', meta, ...more };
}

describe('whom a reply goes to', () => {
  test('answers the sender and copies everybody else, never the inbox itself', () => {
    const message = incoming({
      from: ['Boss@mail.example'],
      to: ['help@shop.example', 'kai@mail.example'],
      cc: ['mina@mail.example', 'boss@mail.example'],
    });
    expect(replyRecipients([message], desk)).toEqual({
      to: ['boss@mail.example'],
      cc: ['mina@mail.example', 'kai@mail.example'],
      bcc: [],
    });
  });

  test('copies the contact when the mail named them nowhere', () => {
    const message = incoming({ from: ['boss@mail.example'], to: ['help@shop.example'] });
    expect(replyRecipients([message], desk)).toEqual({ to: ['boss@mail.example'], cc: ['mina@mail.example'], bcc: [] });
  });

  test('answers the contact when the mail has no sender, or was sent by the inbox itself', () => {
    expect(replyRecipients([incoming({})], desk).to).toEqual(['mina@mail.example']);
    expect(replyRecipients([incoming({ from: ['help@shop.example'] })], desk).to).toEqual(['mina@mail.example']);
  });

  test('writes to the same people again after a reply of ours, without bcc', () => {
    const message = outgoing({ to: ['kai@mail.example'], cc: ['lea@mail.example'], bcc: ['secret@mail.example'] });
    expect(replyRecipients([message], desk)).toEqual({ to: ['kai@mail.example'], cc: ['lea@mail.example'], bcc: [] });
  });

  test('knows the inbox behind a plus address', () => {
    const message = incoming({ from: ['mina@mail.example'], to: ['help+4812@shop.example'] });
    expect(replyRecipients([message], desk)).toEqual({ to: ['mina@mail.example'], cc: [], bcc: [] });
  });

  test.each<[string, Partial<Heard>]>([
    ['a pending reply', { status: 'pending' }],
    ['a failed reply', { status: 'failed' }],
    ['a note', { private: true }],
    ['an activity', { type: 'activity' }],
    ['an automated reply', { meta: { to: ['wrong@mail.example'], is_automated: true } }],
    ['a survey', { meta: { to: ['wrong@mail.example'], is_csat: true } }],
  ])('passes over %s', (_name, more) => {
    const earlier = incoming({ from: ['right@mail.example'], to: ['mina@mail.example'] });
    const later = outgoing({ to: ['wrong@mail.example'] }, more);
    expect(replyRecipients([later, earlier], desk).to).toEqual(['right@mail.example']);
    expect(replyRecipients([earlier, later], desk).to).toEqual(['right@mail.example']);
  });

  test('nobody without an inbox address; the contact before anything was said', () => {
    expect(replyRecipients([incoming({ from: ['a@x.example'] })], { ...desk, inbox_mail: '' })).toEqual({
      to: [],
      cc: [],
      bcc: [],
    });
    expect(replyRecipients([], desk).to).toEqual(['mina@mail.example']);
    expect(replyRecipients([], { ...desk, contact_email: null }).to).toEqual([]);
  });

  test('never names anybody twice, never the inbox, never an empty address', () => {
    const address = fc.constantFrom(
      'a@x.example',
      'A@X.example',
      'b@x.example',
      'help@shop.example',
      ' help+1@shop.example',
      '',
    );
    const meta = fc.record({ from: fc.array(address), to: fc.array(address), cc: fc.array(address) });
    const message = fc.oneof(
      meta.map((each) => incoming(each)),
      meta.map((each) => outgoing(each)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 4 }), (messages) => {
        const { to, cc, bcc } = replyRecipients(messages, desk);
        const all = [...to, ...cc];
        expect(new Set(all).size).toBe(all.length);
        expect(all.filter((one) => one === '' || /^help(\+.*)?@shop/.test(one) || one !== one.toLowerCase())).toEqual(
          [],
        );
        expect(to.length).toBeGreaterThan(0);
        expect(bcc).toEqual([]);
      }),
    );
  });
});

describe('the reply to one person', () => {
  const mail = incoming({ from: ['boss@mail.example'], to: ['help@shop.example', 'kai@mail.example'] });

  test('goes to the sender alone', () => {
    expect(replyRecipients([mail], desk, 'reply')).toEqual({ to: ['boss@mail.example'], cc: [], bcc: [] });
  });

  test('goes to the contact when a mail of ours to several was the last', () => {
    const ours = outgoing({ to: ['kai@mail.example', 'mina@mail.example'], cc: ['lea@mail.example'] });
    expect(replyRecipients([ours], desk, 'reply').to).toEqual(['mina@mail.example']);
    const theirs = outgoing({ to: ['kai@mail.example', 'lea@mail.example'] });
    expect(replyRecipients([theirs], desk, 'reply').to).toEqual(['kai@mail.example']);
  });
});

test('mail that no person wrote goes to the requester alone', () => {
  expect(automatedRecipients({ contact_email: ' Mina@mail.example ' })).toEqual({
    to: ['mina@mail.example'],
    cc: [],
    bcc: [],
  });
  expect(automatedRecipients({ contact_email: null }).to).toEqual([]);
});

describe('where a recipient comes from', () => {
  const first = incoming({ from: ['mina@mail.example'], to: ['help@shop.example'], cc: ['kai@mail.example'] });
  const ours = outgoing(
    { to: ['mina@mail.example'], cc: ['kai@mail.example'] },
    { created_at: '2026-03-01T11:00:00Z' },
  );
  const second = incoming(
    { from: ['kai@mail.example'], to: ['help@shop.example', 'mina@mail.example'], cc: ['lea@mail.example'] },
    { created_at: '2026-03-01T12:00:00Z' },
  );
  const whole = { ...desk, is_whole: true };

  test.each([
    ['mina@mail.example', [first], whole, 'customer'],
    ['kai@mail.example', [first], whole, 'added_by_customer'],
    ['kai@mail.example', [first], { ...whole, is_whole: false }, 'last_mail'],
    ['kai@mail.example', [ours, first], whole, 'last_mail'],
    ['kai@mail.example', [second, ours, first], whole, 'last_mail'],
    ['lea@mail.example', [first, ours, second], whole, 'added_by_customer'],
    ['lea@mail.example', [first], whole, 'added_by_you'],
    ['lea@mail.example', [], whole, 'added_by_you'],
    ['mina@mail.example', [], whole, 'customer'],
  ] as const)('%s', (address, messages, thread, origin) => {
    expect(recipientOrigin(address, messages, thread)).toBe(origin);
  });

  test('everybody proposed was on the last mail or is the customer', () => {
    const messages = [first, ours, second];
    const { to, cc } = replyRecipients(messages, desk);
    expect([...to, ...cc].map((address) => recipientOrigin(address, messages, whole))).not.toContain('added_by_you');
    expect(threadPeople(messages, desk.inbox_mail)).toEqual(
      expect.arrayContaining(['mina@mail.example', 'kai@mail.example', 'lea@mail.example']),
    );
  });
});
