import { describe, expect, test } from 'vitest';
import { replyOfHtml, replyOfText } from './reply-text.ts';

describe('replyOfText', () => {
  test.each([
    ['English', 'Thanks!\n\nOn Mon, Nov 2, 2026 at 9:32 AM Desk <desk@x.example> wrote:\n\n> old\n> text'],
    ['German', 'Thanks!\n\nAm 02.11.2026 um 09:32 schrieb Desk <desk@x.example>:\n> old'],
    ['French in three lines', 'Thanks!\n\nLe 2 nov. 2026 09:32, "Desk"\n<desk@x.example>\na écrit :\n\n> old'],
    ['Russian', 'Thanks!\n\nпонедельник, 2 ноября 2026 г. пользователь Desk написал:\n\n> old'],
    ['Ukrainian', 'Thanks!\n\n2 лист. 2026 р. 09:32 "Desk" <desk@x.example> пише:\n\n> old'],
    ['original message line', 'Thanks!\n\n-----Original Message-----\nFrom: Desk\nSent: Monday\n\nold'],
    [
      'Spanish original message line',
      'Thanks!\n\n-----Mensaje original-----\nDe: "Desk" <desk@x.example>\nEnviado: lunes\n\nold',
    ],
    [
      'Gmail forward line',
      'Thanks!\n\n---------- Forwarded message ---------\nFrom: Desk <desk@x.example>\nDate: x\n\nold',
    ],
    [
      'Outlook block',
      'Thanks!\n\n________________________________\nFrom: Desk <desk@x.example>\nSent: Monday\nTo: Ada\nSubject: x\n\nold',
    ],
    ['Italian block', 'Thanks!\n\nDa: Desk\nData: lunedì 2 novembre 2026\nA: Ada\nOggetto: x\n\nold'],
    ['Markdown block', 'Thanks!\n\n*From:* Desk\n*Sent:* Monday\n*To:* Ada\n\nold'],
    ['Chinese block', 'Thanks!\n\n发件人: Desk\n发送时间: 2026\n收件人: Ada\n\nold'],
    ['signature', 'Thanks!\n\n-- \nAda\nExample Ltd'],
    ['mobile signature', 'Thanks!\n\nSent from my iPhone'],
  ])('%s', (_name, text) => {
    expect(replyOfText(text)).toBe('Thanks!');
  });

  test.each([
    ['own headings between dashes', 'First\n\n--- My list ---\n\nmilk'],
    ['a line that ends in a colon', 'I need by 10:30:\n\nthe key'],
    ['a label of its own', 'From: Berlin\nto the sea'],
  ])('kept whole: %s', (_name, text) => {
    expect(replyOfText(text)).toBe(text);
  });

  test('nothing but a quote gives the whole text', () => {
    expect(replyOfText('> all of it\n> is quoted')).toBe('> all of it\n> is quoted');
  });

  test('very long texts: a quote near the beginning, quote lines further down', () => {
    const long = 'word '.repeat(3000).trim();
    expect(replyOfText(`Thanks!\n\nOn Mon, Nov 2, 2026 at 9:32 AM Desk <desk@x.example> wrote:\n> ${long}`)).toBe(
      'Thanks!',
    );
    const below = `${long}\n\nOn Mon, Nov 2, 2026 at 9:32 AM Desk <desk@x.example> wrote:\n> ${long}`;
    expect(replyOfText(below)).toBe(long);
  });
});

describe('replyOfHtml', () => {
  test.each([
    [
      'Gmail',
      '<div>Thanks!</div><div class="gmail_quote gmail_quote_container"><div class="gmail_attr">On …</div><blockquote>old</blockquote></div>',
    ],
    ['Apple', '<div>Thanks!</div><blockquote type="cite">old</blockquote>'],
    [
      'Outlook',
      '<p>Thanks!</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Desk</div><div>old</div>',
    ],
    ['Yahoo', '<div>Thanks!</div><div class="yahoo_quoted">old</div>'],
    ['Proton', '<div>Thanks!</div><div class="protonmail_quote">old</div>'],
    ['Outlook for Mac', '<div>Thanks!</div><span id="OLK_SRC_BODY_SECTION">old</span>'],
    ['Outlook 2003', '<p>Thanks!</p><div class="OutlookMessageHeader">From</div><p>old</p>'],
    [
      'Thunderbird',
      '<p>Thanks!</p><div class="moz-cite-prefix">On Monday</div><blockquote type="cite">old</blockquote>',
    ],
    [
      'no marker, block of header lines',
      '<p>Thanks!</p><div style="border-top:1px"><b>From:</b> Desk<br><b>Sent:</b> Mon<br><b>To:</b> Ada<br></div><p>old</p>',
    ],
    [
      'attribution before the mark',
      '<div>Thanks!<br><br>Mon, 2 Nov 2026 09:32 +0100 от Desk &lt;desk@x.example&gt;:<br></div><blockquote type="cite">old</blockquote>',
    ],
  ])('%s', (_name, html) => {
    expect(replyOfHtml(html, 'whole')).toBe('Thanks!');
  });

  test('nothing but a quote gives the whole text', () => {
    expect(replyOfHtml('<blockquote type="cite">old</blockquote>', 'whole')).toBe('whole');
  });
});
