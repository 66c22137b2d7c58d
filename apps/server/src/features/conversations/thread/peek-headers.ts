/** What the list of quarantined mails shows of a mail that nothing else could be read out of. */
export interface PeekedHeaders {
  message_id: string | null;
  sender: string | null;
  subject: string | null;
}

const longestHeader = 65_536;
const longestValue = 500;

/** Reads three headers as they stand, without decoding, from the first 64 KB: for mails that the parser does not survive. */
export function peekHeaders(raw: Uint8Array): PeekedHeaders {
  const text = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.byteLength, longestHeader)).toString('latin1');
  const header = text.split(/\r?\n\r?\n/, 1)[0]!.replace(/\r?\n[ \t]+/g, ' ');
  const value = (name: string) => {
    const line = header.split(/\r?\n/).find((one) => one.toLowerCase().startsWith(`${name}:`));
    const found = line
      ?.slice(name.length + 1)
      .replace(/\p{Cc}+/gu, ' ')
      .trim()
      .slice(0, longestValue);
    return found || null;
  };
  return {
    message_id: value('message-id')?.replace(/[<>]/g, '') ?? null,
    sender: value('from'),
    subject: value('subject'),
  };
}
