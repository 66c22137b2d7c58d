/**
 * Cuts what the reply library leaves of quoted history, by rules that need no language or only its header words:
 * a dashed title line (`-----Mensaje original-----`), a pasted header block (`Von: … Gesendet: … An: …`), and the
 * attribution line that stays behind above a removed quote. `wasCut` says that a quote was already removed from the end.
 */
export function cutQuoteTail(text: string, wasCut: boolean): string {
  const lines = text.split('\n');
  const start = lines.findIndex((_line, index) => isDashedTitle(lines, index) || isHeaderBlock(lines, index));
  const kept = start < 0 ? lines : lines.slice(0, start);
  dropRulers(kept);
  if (wasCut || start >= 0) {
    kept.length = attributionStart(kept);
    dropRulers(kept);
  }
  return kept.join('\n').trim();
}

const fromWords =
  'from|von|de|da|van|från|fra|od|от|від|lähettäjä|mittente|remetente|expéditeur|kimden|gönderen|发件人|寄件者|差出人|보낸 사람';
const otherWords =
  'sent|to|cc|date|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado|enviada|para|fecha|data|assunto|asunto|' +
  'inviato|risposta|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|dato|lähetetty|päivämäärä|aihe|' +
  'wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема|надіслано|gönderildi|kime|konu|tarih|' +
  '发送时间|收件人|主题|日期|寄件日期|收件者|主旨|送信日時|宛先|件名|보낸 날짜|받는 사람|제목';
const fromLine = labelLine(fromWords);
const otherLine = labelLine(otherWords);

function labelLine(words: string): RegExp {
  return new RegExp(`^\\s*\\*{0,2}(?:${words})\\s?[:：]\\*{0,2}`, 'iu');
}

/** Words between dashes with a header line close below: the dashes alone also set off a writer's own headings. */
function isDashedTitle(lines: string[], index: number): boolean {
  const line = lines[index]!;
  if (line.length > 100 || !/^[ \t>]*-{3,12} ?\p{L}[\p{L}\p{M}' ]{3,50}-{3,12}[ \t]*$/u.test(line)) return false;
  return lines.slice(index + 1, index + 4).some((next) => fromLine.test(next) || otherLine.test(next));
}

/** A sender line and at least two more header lines within the next five, as programs paste them above a quote. */
function isHeaderBlock(lines: string[], index: number): boolean {
  if (!fromLine.test(lines[index]!)) return false;
  return lines.slice(index + 1, index + 6).filter((line) => otherLine.test(line)).length >= 2;
}

/** Index at which an attribution ("On DATE, NAME <address> wrote:") of at most four lines ends the text, or its length. */
function attributionStart(lines: string[]): number {
  if (!/[:：]\s*$/.test(lines.at(-1) ?? '')) return lines.length;
  for (let start = lines.length - 1; start >= Math.max(0, lines.length - 4); start--) {
    const joined = lines.slice(start).join(' ');
    if (joined.length > longestAttribution || lines[start]!.trim() === '') break;
    const hasDate = /\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d{2}\b/.test(joined);
    const isOneLine = start === lines.length - 1;
    if (hasDate && (isOneLine || /<[^<>\s]+@[^<>\s]+>/.test(joined))) return start;
  }
  return lines.length;
}

const longestAttribution = 400;

function dropRulers(lines: string[]): void {
  while (lines.length > 0 && /^[-_=*~+#ᐧ\s]*$/.test(lines.at(-1)!)) lines.pop();
}
