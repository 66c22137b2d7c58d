/** What an SMTP reply means, by its enhanced status code (RFC 3463) and then by its three digits, in words for an agent. */
const byEnhancedCode: [RegExp, string][] = [
  [/^\d\.1\.[0123]$|^\d\.1\.(4|6|9|10)$/, 'The address does not exist or does not accept mail'],
  [/^\d\.1\.[78]$/, 'The sender address was refused'],
  [/^\d\.2\.1$/, 'The mailbox is disabled or not accepting mail'],
  [/^\d\.2\.2$/, 'The mailbox is full'],
  [/^\d\.2\.3$|^\d\.3\.4$/, 'The message is too large for the receiving server'],
  [/^\d\.3\.[0123]$/, 'The receiving server cannot take mail at the moment'],
  [/^\d\.4\.\d+$/, 'The receiving server could not be reached'],
  [/^\d\.7\.(8|9|11|12)$|^\d\.7\.57$/, 'The mail server did not accept the sign-in'],
  [/^4\.7\.\d+$/, 'The mail server asks to try again later'],
  [/^5\.7\.\d+$/, 'The mail server refused the message by its rules'],
];

const byReplyCode: Record<string, string> = {
  '421': 'The mail server is not available at the moment',
  '450': 'The mailbox is busy or the mail server asks to try again later',
  '451': 'The mail server had a passing problem',
  '452': 'The mail server has no room for the message at the moment',
  '454': 'The mail server cannot check the sign-in at the moment',
  '530': 'The mail server demands a sign-in',
  '534': 'The mail server did not accept the sign-in',
  '535': 'The mail server did not accept the user name or password',
  '550': 'The mail server refused the recipient or the message',
  '551': 'The recipient is not known at this mail server',
  '552': 'The mailbox is full or the message is too large',
  '553': 'The mail server does not accept this address',
  '554': 'The mail server refused the message',
};

/**
 * One sentence for an agent with the server's own words behind it, for example
 * `The mailbox is full. The mail server said: 552 5.2.2 Over quota`.
 */
export function describeSmtpReply(reply: string): string {
  // What no column can hold would keep the outcome from being written down, and the mail would be sent again.
  const said = reply
    .replaceAll('\u0000', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
  const [, code = '', enhanced = ''] = /^(\d{3})[ -]?(?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(said) ?? [];
  const meaning =
    byEnhancedCode.find(([pattern]) => pattern.test(enhanced))?.[1] ??
    byReplyCode[code] ??
    (code.startsWith('4') ? 'The mail server asks to try again later' : 'The mail server refused the message');
  return `${meaning}. The mail server said: ${said}`;
}
