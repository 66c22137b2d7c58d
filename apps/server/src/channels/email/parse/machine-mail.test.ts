import { describe, expect, test } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { mail } from './testing/test-mail.ts';

const classify = async (header: string) => (await parseMail(mail(`${header}\n\nHello`))).machine;

describe('classifyMachineMail', () => {
  test.each<[string, string, boolean]>([
    ['From: a@x.example', 'none', false],
    ['Auto-Submitted: no', 'none', false],
    ['Auto-Submitted: NO ', 'none', false],
    ['Auto-Submitted: auto-replied', 'soft', true],
    ['Auto-Submitted: Auto-Replied (vacation)', 'soft', true],
    ['Auto-Submitted: auto-replied; owner-email="a@x"', 'soft', true],
    ['Auto-Submitted: auto-generated', 'soft', false],
    ['Auto-Submitted: auto-notified', 'soft', false],
    ['X-Autoreply: yes', 'soft', true],
    ['X-Autorespond: me', 'soft', true],
    ['X-Autoreply:', 'none', false],
    ['X-Apple-Action: VACATION', 'soft', true],
    ['X-MS-Exchange-Inbox-Rules-Loop: a@x.example', 'soft', true],
    ['X-Auto-Response-Suppress: All', 'soft', false],
    ['X-Auto-Response-Suppress: DR, RN', 'soft', false],
    ['X-Auto-Response-Suppress: OOF, AutoReply', 'soft', false],
    ['X-Auto-Response-Suppress: None', 'none', false],
    ['Precedence: bulk', 'soft', false],
    ['Precedence: list', 'soft', false],
    ['Precedence: junk', 'soft', false],
    ['Precedence: auto_reply', 'soft', true],
    ['Precedence: normal', 'none', false],
    ['List-Id: <l.x.example>', 'soft', false],
    ['List-Unsubscribe: <mailto:u@x.example>', 'soft', false],
    ['From: No-Reply <no-reply@x.example>', 'soft', false],
    ['From: noreply@x.example', 'soft', false],
    ['From: do-not-reply@x.example', 'soft', false],
    ['From: noreplying@x.example', 'none', false],
    ['Return-Path: <>', 'hard', false],
    ['Return-Path: <a@x.example>', 'none', false],
    ['Return-Path: <>\nAuto-Submitted: auto-replied', 'hard', true],
    ['From: MAILER-DAEMON@x.example', 'hard', false],
    ['From: postmaster@x.example', 'hard', false],
    [
      'Content-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n--b\n\nread\n--b--',
      'hard',
      false,
    ],
    ['Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nx\n--b--', 'hard', false],
    ['Content-Type: multipart/report; report-type=feedback-report; boundary=b\n\n--b\n\nx\n--b--', 'soft', false],
  ])('%j', async (header, kind, isAutoReply) => {
    expect(await classify(header)).toMatchObject({ kind, is_auto_reply: isAutoReply });
  });

  test('a report counts before Auto-Submitted', async () => {
    const header =
      'Auto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@x.example\nAction: failed\nStatus: 5.1.1\n--b--';
    expect(await classify(header)).toEqual({
      kind: 'hard',
      is_auto_reply: false,
      reason: 'report-type=delivery-status',
    });
  });

  test('the deciding header is named', async () => {
    expect((await classify('List-Id: <l>')).reason).toBe('list-id');
    expect((await classify('Subject: x')).reason).toBeNull();
  });
});
