import { describe, expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { mail } from './testing/test-mail.ts';

const bounceOf = async (text: string) => (await parseMail(mail(text))).bounce;
const uuid = '0b7e3a52-9c1d-4e5f-8a6b-112233445566';

function report(status: string, third: string): string {
  return `From: MAILER-DAEMON@x.example\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x.example\n\n${status}\n--b\n${third}\n--b--\n`;
}

describe('readDeliveryReport', () => {
  test('recipients, and the original from an enclosed message', async () => {
    const status =
      'Final-Recipient: rfc822; <A@x.example>\nAction: failed\nStatus: 5.1.1 (unknown)\nDiagnostic-Code: smtp; 550 5.1.1 No\n such user\n\nOriginal-Recipient: rfc822;b@x.example\nAction: delayed\nStatus: 4.4.1';
    const original = `Content-Type: message/rfc822\n\nMessage-ID: <mine@desk.example>\nX-Bellhop-Conversation-UUID: ${uuid}\n\nHi`;
    expect(await bounceOf(report(status, original))).toEqual({
      recipients: [
        { address: 'a@x.example', action: 'failed', status: '5.1.1', diagnostic: '550 5.1.1 No such user' },
        { address: 'b@x.example', action: 'delayed', status: '4.4.1', diagnostic: '' },
      ],
      original_message_ids: ['mine@desk.example'],
      original_conversation_uuid: uuid,
    });
  });

  test('the original from its header alone', async () => {
    const bounce = await bounceOf(
      report(
        'Final-Recipient: rfc822; a@x.example\nAction: relayed\nStatus: 2.0.0',
        'Content-Type: text/rfc822-headers\n\nMessage-ID: <mine@desk.example>\n',
      ),
    );
    expect(bounce).toMatchObject({
      recipients: [{ action: 'relayed' }],
      original_message_ids: ['mine@desk.example'],
      original_conversation_uuid: null,
    });
  });

  test.each([
    ['Status: 5.0.0', 'failed'],
    ['Status: 4.0.0', 'delayed'],
    ['Status: 2.0.0', 'delivered'],
    ['Action: expanded', 'expanded'],
    ['Action: FAILED (x)', 'failed'],
  ])('%s means %s', async (field, action) => {
    const bounce = await bounceOf(
      report(`Final-Recipient: rfc822; a@x.example\n${field}`, 'Content-Type: text/rfc822-headers\n\nA: b'),
    );
    expect(bounce!.recipients[0]!.action).toBe(action);
  });

  test('a report in base64', async () => {
    const status = Buffer.from(
      'Reporting-MTA: dns; x\r\n\r\nFinal-Recipient: rfc822; a@x.example\r\nAction: failed\r\nStatus: 5.1.1\r\n',
    ).toString('base64');
    const source = `Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nx\n--b\nContent-Type: message/delivery-status\nContent-Transfer-Encoding: base64\n\n${status}\n--b--\n`;
    expect(await bounceOf(source)).toMatchObject({ recipients: [{ address: 'a@x.example', status: '5.1.1' }] });
  });

  test('a text of a mail system, with the original behind a dashed line', async () => {
    const source = `Return-Path: <>\nFrom: MAILER-DAEMON@x.example\n\nHi. I wasn't able to deliver your message.\n<a@x.example>:\n550 5.7.606 Access denied\n\n--- Below this line is a copy of the message.\n\nMessage-ID: <mine@desk.example>\nX-Bellhop-Conversation-UUID: ${uuid}\n\nHi`;
    expect(await bounceOf(source)).toEqual({
      recipients: [
        { address: 'a@x.example', action: 'failed', status: '5.7.606', diagnostic: '550 5.7.606 Access denied' },
      ],
      original_message_ids: ['mine@desk.example'],
      original_conversation_uuid: uuid,
    });
  });

  test('X-Failed-Recipients names them', async () => {
    const source = 'From: Mail <mail@x.example>\nX-Failed-Recipients: a@x.example, b@x.example\n\nIt failed.';
    expect((await bounceOf(source))!.recipients.map((recipient) => recipient.address)).toEqual([
      'a@x.example',
      'b@x.example',
    ]);
  });

  test.each([
    [
      'a person forwards a bounce',
      "From: ada@x.example\n\nLook:\n> I wasn't able to deliver your message.\n> <b@x.example>:\n> 550 No",
    ],
    [
      'a person attaches a bounce',
      'From: ada@x.example\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nLook\n--b\nContent-Type: message/rfc822\n\nContent-Type: message/delivery-status\n\nFinal-Recipient: rfc822; b@x.example\nAction: failed\n--b--',
    ],
    [
      'a vacation answer',
      'Return-Path: <>\nFrom: ada@x.example\nAuto-Submitted: auto-replied\n\nI am away. Write to <b@x.example>:',
    ],
    ['a mail of the postmaster', 'From: postmaster@x.example\n\nWe shall move the server.'],
  ])('no report: %s', async (_name, source) => {
    expect(await bounceOf(source)).toBeNull();
  });
});
