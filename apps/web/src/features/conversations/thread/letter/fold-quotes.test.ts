// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { foldedAttribute, foldQuotes } from './fold-quotes.ts';

function fold(html: string, subject?: string): string {
  const root = new DOMParser().parseFromString(html, 'text/html').body;
  foldQuotes(root, subject);
  for (const folded of root.querySelectorAll(`[${foldedAttribute}]`)) folded.remove();
  return root.textContent?.replace(/\s+/g, ' ').trim() ?? '';
}

describe('folding quoted HTML', () => {
  test.each([
    [
      'Gmail',
      '<div>Yes</div><div class="gmail_quote gmail_quote_container"><div>On 1 May, Ana wrote:</div><blockquote>old</blockquote></div>',
    ],
    ['Yahoo', '<div>Yes</div><div class="yahoo_quoted">old</div>'],
    ['Proton', 'Yes<div class="protonmail_quote"><blockquote type="cite">old</blockquote></div>'],
    [
      'Thunderbird',
      '<p>Yes</p><div class="moz-cite-prefix">On 1 May 2026 Ana wrote:</div><blockquote type="cite">old</blockquote>',
    ],
    [
      'Apple Mail',
      '<div>Yes</div><div><br><blockquote type="cite"><div>On 1 May 2026, at 9:05, Ana wrote:</div>old</blockquote></div>',
    ],
    ['Outlook', '<p>Yes</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg">From: Ana</div><div>old</div>'],
    [
      'Outlook, nested',
      '<div><p>Yes</p><div><div id="divRplyFwdMsg">From: Ana</div></div></div><div>old</div>text of old',
    ],
    [
      'Outlook, by its header alone',
      '<div><p>Yes</p><p>&nbsp;</p><div><div style="border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> Ana Reed &lt;a@x.example&gt;<br><b>Sent:</b> Friday, 1 May 2026 09:05<br><b>To:</b> Mina<br><b>Subject:</b> Lamp</p></div></div><p>old</p></div>',
    ],
    [
      'Outlook in German, a paragraph a line',
      '<p>Yes</p><p><b>Von</b>: Ana</p><p><b>Gesendet</b>: Freitag</p><p><b>An</b>: Mina</p><p><b>Betreff</b>: Lampe</p><p>old</p>',
    ],
    [
      'a header behind text of the same block',
      '<div>Yes<br><br>From: Ana<br>Date: Friday<br>Subject: Lamp<br>old</div>',
    ],
    ['a dashed line', '<p>Yes</p><p>-----Original Message-----</p><p>From: Ana</p><p>old</p>'],
    ['Outlook for Mac', '<p>Yes</p><span id="OLK_SRC_BODY_SECTION">old</span>'],
    ['an introduction before the quote', '<p>Yes</p>On 1 May 2026, Ana wrote:<blockquote type="cite">old</blockquote>'],
    ['a quote above the answer', '<blockquote type="cite">old</blockquote><p>Yes</p>'],
  ])('%s', (_name, html) => {
    expect(fold(html)).toBe('Yes');
  });

  test.each([
    '<p>From: the shop I want a lamp.</p><p>To: my home it shall go.</p>',
    '<p>I wrote From: Ana, Sent: today, To: you</p><p>more</p>',
    '<p>From: Ana<br>Sent: Friday<br>To: Mina<br>Subject: Lamp</p><p>all of it</p>',
  ])('is no header, or all there is: %s', (html) => {
    const text = new DOMParser().parseFromString(html, 'text/html').body.textContent;
    expect(fold(html)).toBe(text?.replace(/\s+/g, ' ').trim());
  });

  test('parts of a class name are no marker', () => {
    expect(fold('<p>Yes</p><div class="my_gmail_quote">real</div><blockquote>said</blockquote>')).toBe('Yesrealsaid');
  });

  test('quotes answered piece by piece stay', () => {
    expect(fold('<blockquote type="cite">a?</blockquote>1<blockquote type="cite">b?</blockquote>2')).toBe('a?1b?2');
    const inside =
      '<div class="gmail_quote">On 1 May:<blockquote class="gmail_quote">a?</blockquote>1<blockquote>b?</blockquote></div>';
    expect(fold(`<p>See below</p>${inside}`)).toBe('See belowOn 1 May:a?1b?');
  });

  test('forwards stay, by their line or by the subject', () => {
    const forwarded = '<p>FYI</p><div class="gmail_quote">---------- Forwarded message ---------<br>text</div>';
    expect(fold(forwarded)).toContain('text');
    const outlook = '<p>FYI</p><div id="divRplyFwdMsg">From: Ana</div><p>text</p>';
    expect(fold(outlook, 'FW: Invoice')).toContain('text');
    expect(fold(outlook, 'WG: Rechnung')).toContain('text');
    expect(fold(outlook, 'Re: Invoice')).toBe('FYI');
  });

  test('signatures go', () => {
    expect(fold('<p>Yes</p><div class="gmail_signature">Ana Reed</div>')).toBe('Yes');
    expect(fold('<p>Yes</p><pre class="moz-signature">-- \nAna</pre>')).toBe('Yes');
  });

  test('a mail of nothing but history stays whole, one with a picture counts as something', () => {
    expect(fold('<div class="gmail_quote">On 1 May:<blockquote>old</blockquote></div>')).toBe('On 1 May:old');
    expect(fold('<img src="/uploads/x"><div class="gmail_quote">old</div>')).toBe('');
  });

  test('nothing is removed, only marked', () => {
    const html = '<p>Yes</p>On 1 May 2026, Ana wrote:<blockquote type="cite">old</blockquote>tail';
    const root = new DOMParser().parseFromString(html, 'text/html').body;
    const before = root.textContent;
    expect(foldQuotes(root)).toBe(true);
    expect(root.textContent).toBe(before);
  });
});
