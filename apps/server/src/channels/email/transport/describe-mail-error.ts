import type { MailProblem } from '@bellhop/contract';
import { explainSmtpReply } from './describe-smtp-reply.ts';

/** The server that was talked to, for the text. */
export interface MailServer {
  host: string;
  port: number;
}

/** What went wrong: as a word that the language packs have sentences for, and in English with the server's own words. */
export interface MailFailure {
  problem: MailProblem;
  text: string;
}

/**
 * What went wrong with a mail server, in plain words for an administrator: wrong password, unknown host, certificate,
 * refused, timeout. The server's own words follow where it gave any. Never contains a secret.
 */
export function describeMailError(error: unknown, server?: MailServer): string {
  return explainMailError(error, server).text;
}

/** As `describeMailError`, with the word for the language packs. */
export function explainMailError(error: unknown, server?: MailServer): MailFailure {
  const facts = readFacts(error);
  const where = server ? `${server.host}:${server.port}` : 'The server';
  if (facts.is_login_failure) {
    const text = withReply('The server did not accept the user name or password', facts.reply);
    return { problem: 'login_refused', text };
  }
  if (facts.is_mailbox_missing) {
    const text = withReply('The mailbox (folder) does not exist on the server or cannot be opened', facts.reply);
    return { problem: 'mailbox_missing', text };
  }
  for (const [codes, problem, text] of sentences) {
    if (!facts.codes.some((code) => codes.includes(code))) continue;
    return { problem, text: withReply(text.replace('{where}', where), facts.reply) };
  }
  if (facts.codes.includes('ETLS')) {
    const text = `${where} did not start an encrypted connection: check port and encryption setting (${facts.message})`;
    return { problem: 'starttls_refused', text };
  }
  if (facts.smtp_reply !== '') return explainSmtpReply(facts.smtp_reply);
  if (facts.reply !== '') {
    const problem = /quota|mailbox (is )?full/i.test(facts.reply) ? 'mailbox_full' : 'unknown';
    return { problem, text: `The server answered: ${facts.reply}` };
  }
  const problem = facts.message.startsWith(notStored) ? 'storage_failed' : 'unknown';
  return { problem, text: facts.message === '' ? `${where} failed without giving a reason` : facts.message };
}

/** Begins the text of our own trouble with a mail that the server handed over. */
export const notStored = 'A mail could not be stored';

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

const sentences: [string[], MailProblem, string][] = [
  [['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EDNS'], 'host_unknown', '{where}: no server of that name was found'],
  [
    ['ECONNREFUSED'],
    'connection_refused',
    '{where} refused the connection: nothing listens there, or a firewall is in the way',
  ],
  [['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'], 'unreachable', '{where} cannot be reached from here'],
  [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN'],
    'certificate_self_signed',
    '{where} shows a certificate that it signed itself: install a trusted one, or skip the check for this server',
  ],
  [
    [
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
      'UNABLE_TO_GET_ISSUER_CERT',
      'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
      'CERT_UNTRUSTED',
    ],
    'certificate_untrusted',
    '{where} shows a certificate from an authority that is not trusted here',
  ],
  [['CERT_HAS_EXPIRED'], 'certificate_expired', '{where} shows a certificate that has expired'],
  [['CERT_NOT_YET_VALID'], 'certificate_early', '{where} shows a certificate that is not valid yet'],
  [
    ['ERR_TLS_CERT_ALTNAME_INVALID'],
    'certificate_other_host',
    '{where} shows a certificate that was made for another host name',
  ],
  [
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'EPROTO', 'ERR_SSL_HTTP_REQUEST'],
    'tls_mismatch',
    '{where} does not speak TLS at this port: try STARTTLS, or the port for encrypted connections',
  ],
  [
    ['GREETING_TIMEOUT'],
    'tls_mismatch',
    '{where} took the connection but said nothing: check port and encryption setting',
  ],
  [
    ['ETIMEDOUT', 'ETIMEOUT', 'CONNECT_TIMEOUT', 'SOCKET_TIMEOUT', 'UPGRADE_TIMEOUT', 'ESOCKETTIMEDOUT'],
    'timeout',
    '{where} did not answer in time',
  ],
  [['ENOAUTH'], 'login_missing', '{where} wants a user name and a password'],
  [['LiteralTooLarge', 'ResponseTooLarge', 'LineTooLarge'], 'too_large', '{where} sent more than it had announced'],
  [
    ['ClosedAfterConnectText', 'ClosedAfterConnectTLS', ...connectionLossCodes],
    'connection_lost',
    '{where} closed the connection',
  ],
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
