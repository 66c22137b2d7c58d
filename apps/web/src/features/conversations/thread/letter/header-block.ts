/** The first line of a header block, and the others, in the languages in which mail programs write them. */
const fromWords =
  'from|von|de|da|van|från|fra|od|от|від|lähettäjä|mittente|remetente|expéditeur|kimden|gönderen|发件人|寄件者|差出人|보낸 사람';
const otherWords =
  'sent|to|cc|date|subject|reply-to|gesendet|datum|an|betreff|envoyé|à|objet|enviado|enviada|para|fecha|data|assunto|asunto|' +
  'inviato|a|oggetto|verzonden|aan|onderwerp|skickat|till|ämne|sendt|til|emne|dato|lähetetty|päivämäärä|aihe|' +
  'wysłano|do|temat|odesláno|komu|předmět|отправлено|дата|кому|тема|надіслано|gönderildi|kime|konu|tarih|' +
  '发送时间|收件人|主题|日期|寄件日期|收件者|主旨|送信日時|宛先|件名|보낸 날짜|받는 사람|제목';
const fromLine = labelLine(fromWords);
const otherLine = labelLine(otherWords);
/** Far above the lines of one: an address list may be broken several times. */
const longestBlock = 12;

/** Whether a line may begin a header block. */
export function isFromLine(line: string): boolean {
  return fromLine.test(line);
}

/** Whether lines begin with the block that Outlook and others put above the mail they answer: a sender and two more fields. */
export function beginsHeaderBlock(lines: readonly string[]): boolean {
  if (!fromLine.test(lines[0] ?? '')) return false;
  const near = lines.slice(1).filter((line) => line.trim() !== '');
  return (
    near.slice(0, longestBlock - 1).filter((line) => otherLine.test(line)).length >= 2 && otherLine.test(near[0] ?? '')
  );
}

function labelLine(words: string): RegExp {
  return new RegExp(`^\\s*\\*{0,2}(?:${words})\\s?[:：]\\*{0,2}`, 'iu');
}
