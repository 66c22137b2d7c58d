import { describeSmtpReply } from './describe-smtp-reply.ts';

/** The server that was talked to, for the text. */
export interface MailServer {
  host: string;
  port: number;
}

/**
 * What went wrong with a mail server, in plain words for an administrator: wrong password, unknown host, certificate,
 * refused, timeout. The server's own words follow where it gave any. Never contains a secret.
 */
export function describeMailError(error: unknown, server?: MailServer): string {
  const facts = readFacts(error);
  const where = server ? `${server.host}:${server.port}` : 'The server';
  if (facts.is_login_failure) {
    return withReply('The server did not accept the user name or password', facts.reply);
  }
  if (facts.is_mailbox_missing)
    return withReply('The mailbox (folder) does not exist on the server or cannot be opened', facts.reply);
  for (const [codes, text] of sentences) {
    if (facts.codes.some((code) => codes.includes(code))) return withReply(text.replace('{where}', where), facts.reply);
  }
  if (facts.codes.includes('ETLS')) {
    return `${where} did not start an encrypted connection: check port and encryption setting (${facts.message})`;
  }
  if (facts.smtp_reply !== '') return describeSmtpReply(facts.smtp_reply);
  if (facts.reply !== '') return `The server answered: ${facts.reply}`;
  return facts.message === '' ? `${where} failed without giving a reason` : facts.message;
}

/** Whether the server turned the user name or password down: retried slowly, because providers lock accounts. */
export function isLoginFailure(error: unknown): boolean {
  return readFacts(error).is_login_failure;
}

/** The connection was there and ended: nothing to tell anybody about as long as a new one can be made. */
export function isConnectionLoss(error: unknown): boolean {
  const { codes } = readFacts(error);
  return codes.length > 0 && codes.every((code) => connectionLossCodes.includes(code));
}

const connectionLossCodes = ['NoConnection', 'EConnectionClosed', 'ECONNRESET', 'EPIPE', 'StateLogout', 'ECONNECTION'];

const sentences: [string[], string][] = [
  [['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EDNS'], '{where}: no server of that name was found'],
  [['ECONNREFUSED'], '{where} refused the connection: nothing listens there, or a firewall is in the way'],
  [['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'], '{where} cannot be reached from here'],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    '{where} shows a certificate that it signed itself: install a trusted one, or skip the check for this server',
  ],
  [
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_UNTRUSTED',
    ],
    '{where} shows a certificate from an authority that is not trusted here',
  ],
  [['CERT_HAS_EXPIRED'], '{where} shows a certificate that has expired'],
  [['CERT_NOT_YET_VALID'], '{where} shows a certificate that is not valid yet'],
  [['ERR_TLS_CERT_ALTNAME_INVALID'], '{where} shows a certificate that was made for another host name'],
  [
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'ERR_SSL_HTTP_REQUEST'],
    '{where} does not speak TLS at this port: try STARTTLS, or the port for encrypted connections',
  ],
  [['GREETING_TIMEOUT'], '{where} took the connection but said nothing: check port and encryption setting'],
  [
    ['ETIMEDOUT', 'ETIMEOUT', 'CONNECT_TIMEOUT', 'SOCKET_TIMEOUT', 'UPGRADE_TIMEOUT', 'ESOCKETTIMEDOUT'],
    '{where} did not answer in time',
  ],
  [['ENOAUTH'], '{where} wants a user name and a password'],
  [['LiteralTooLarge', 'ResponseTooLarge', 'LineTooLarge'], '{where} sent more than it had announced'],
  [['ClosedAfterConnectText', 'ClosedAfterConnectTLS', ...connectionLossCodes], '{where} closed the connection'],
];

interface ErrorFacts {
  /** Codes of the error and of what caused it, outermost last, so that the most telling one is met first. */
  codes: string[];
  message: string;
  is_login_failure: boolean;
  is_mailbox_missing: boolean;
  /** What the server said, without its status word; '' when it said nothing. */
  reply: string;
  /** A whole SMTP reply line, '' when there is none. */
  smtp_reply: string;
}

function readFacts(error: unknown): ErrorFacts {
  const own = asRecord(error);
  const codes = [...causes(own)].reverse().flatMap((one) => [one.timeoutType, one.originalCode, one.code]);
  const smtpReply = text(own.response);
  return {
    codes: codes.filter((code) => typeof code === 'string'),
    message: text(own.message),
    is_login_failure: isRefusedLogin(own),
    is_mailbox_missing: own.mailboxMissing === true,
    // OpenSSL errors have a `reason`, too, which no server said.
    reply: text(own.responseText) || (own.library === undefined ? text(own.reason) : '') || smtpReply,
    smtp_reply: /^\d{3}/.test(smtpReply) ? smtpReply : '',
  };
}

/** A server that cannot check the password at the moment (RFC 5530; 4xx with SMTP) has not refused it. */
function isRefusedLogin(error: Record<string, unknown>): boolean {
  if (error.code === 'EAUTH') return error.permanent !== false;
  return (
    error.authenticationFailed === true &&
    !['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'].includes(String(error.serverResponseCode))
  );
}

function* causes(error: Record<string, unknown>): Generator<Record<string, unknown>> {
  let current: Record<string, unknown> | null = error;
  for (let depth = 0; current !== null && depth < 5; depth += 1) {
    yield current;
    const several: unknown = Array.isArray(current.errors) ? current.errors[0] : undefined;
    const next: unknown = current.cause ?? several;
    current = typeof next === 'object' && next !== null ? asRecord(next) : null;
  }
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : { message: String(value) };
}

function text(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().slice(0, 500) : '';
}

function withReply(sentence: string, reply: string): string {
  return reply === '' ? sentence : `${sentence}. The server said: ${reply}`;
}
