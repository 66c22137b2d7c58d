import type { MailProblem } from '@bellhop/contract';

/** What an SMTP reply means, by its enhanced status code (RFC 3463) and then by its three digits, in words for an agent. */
const byEnhancedCode: [RegExp, MailProblem, string][] = [
  [/^\d\.1\.[0123]$|^\d\.1\.(4|6|9|10)$/, 'recipient_refused', 'The address does not exist or does not accept mail'],
  [/^\d\.1\.[78]$/, 'sender_refused', 'The sender address was refused'],
  [/^\d\.2\.1$/, 'recipient_refused', 'The mailbox is disabled or not accepting mail'],
  [/^\d\.2\.2$/, 'mailbox_full', 'The mailbox is full'],
  [/^\d\.2\.3$|^\d\.3\.4$/, 'too_large', 'The message is too large for the receiving server'],
  [/^\d\.3\.[0123]$/, 'try_later', 'The receiving server cannot take mail at the moment'],
  [/^\d\.4\.\d+$/, 'try_later', 'The receiving server could not be reached'],
  [/^\d\.7\.(8|9|11|12)$|^\d\.7\.57$/, 'login_refused', 'The mail server did not accept the sign-in'],
  [/^4\.7\.\d+$/, 'try_later', 'The mail server asks to try again later'],
  [/^5\.7\.\d+$/, 'rules_refused', 'The mail server refused the message by its rules'],
];

const byReplyCode: Record<string, [MailProblem, string]> = {
  '421': ['try_later', 'The mail server is not available at the moment'],
  '450': ['try_later', 'The mailbox is busy or the mail server asks to try again later'],
  '451': ['try_later', 'The mail server had a passing problem'],
  '452': ['try_later', 'The mail server has no room for the message at the moment'],
  '454': ['try_later', 'The mail server cannot check the sign-in at the moment'],
  '530': ['login_missing', 'The mail server demands a sign-in'],
  '534': ['login_refused', 'The mail server did not accept the sign-in'],
  '535': ['login_refused', 'The mail server did not accept the user name or password'],
  '550': ['recipient_refused', 'The mail server refused the recipient or the message'],
  '551': ['recipient_refused', 'The recipient is not known at this mail server'],
  '552': ['mailbox_full', 'The mailbox is full or the message is too large'],
  '553': ['recipient_refused', 'The mail server does not accept this address'],
  '554': ['rules_refused', 'The mail server refused the message'],
};

/**
 * One sentence for an agent with the server's own words behind it, for example
 * `The mailbox is full. The mail server said: 552 5.2.2 Over quota`.
 */
export function describeSmtpReply(reply: string): string {
  return explainSmtpReply(reply).text;
}

/** As `describeSmtpReply`, with the word for the language packs. */
export function explainSmtpReply(reply: string): { problem: MailProblem; text: string } {
  // What no column can hold would keep the outcome from being written down, and the mail would be sent again.
  const said = reply
    .replaceAll('\u0000', ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();
  const [, code = '', enhanced = ''] = /^(\d{3})[ -]?(?:(\d\.\d{1,3}\.\d{1,3})\b)?/.exec(said) ?? [];
  const known = byEnhancedCode.find(([pattern]) => pattern.test(enhanced));
  const [problem, meaning] = known
    ? ([known[1], known[2]] as const)
    : (byReplyCode[code] ??
      (code.startsWith('4')
        ? (['try_later', 'The mail server asks to try again later'] as const)
        : (['rules_refused', 'The mail server refused the message'] as const)));
  return { problem, text: `${meaning}. The mail server said: ${said}` };
}
