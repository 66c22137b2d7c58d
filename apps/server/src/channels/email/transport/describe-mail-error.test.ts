import { describe, expect, it } from 'vitest';
import { describeMailError, explainMailError, isConnectionLoss, isLoginFailure } from './describe-mail-error.ts';
import { describeSmtpReply } from './describe-smtp-reply.ts';

const server = { host: 'imap.shop.example', port: 993 };
const failure = (facts: Record<string, unknown>): Error => Object.assign(new Error('Something'), facts);

describe('describeMailError', () => {
  it.each([
    [{ code: 'ENOTFOUND' }, 'imap.shop.example:993: no server of that name was found'],
    [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'no server of that name'],
    [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED' }, 'refused the connection'],
    [{ code: 'ECONNREFUSED', errors: [failure({ code: 'ECONNREFUSED' })] }, 'refused the connection'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'signed itself'],
    [{ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED' }, 'has expired'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'another host name'],
    [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }, 'does not speak TLS at this port'],
    [{ code: 'CONNECT_TIMEOUT' }, 'did not answer in time'],
    [{ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }, 'took the connection but said nothing'],
    [
      { code: 'NoConnection', reason: 'Too many connections' },
      'closed the connection. The server said: Too many connections',
    ],
    [
      { authenticationFailed: true, responseText: 'Invalid credentials' },
      'user name or password. The server said: Invalid credentials',
    ],
    [
      { code: 'EAUTH', response: '535 5.7.8 No', permanent: true },
      'user name or password. The server said: 535 5.7.8 No',
    ],
    [
      { code: 'EAUTH', response: '454 4.7.0 Later', permanent: false },
      'try again later. The mail server said: 454 4.7.0 Later',
    ],
    [
      { authenticationFailed: true, serverResponseCode: 'UNAVAILABLE', responseText: 'Try later' },
      'The server answered: Try later',
    ],
    [{ mailboxMissing: true, responseText: 'Unknown Mailbox' }, 'does not exist on the server'],
    [{ cause: failure({ code: 'ETIMEDOUT' }) }, 'did not answer in time'],
    [{ responseText: 'Over quota' }, 'The server answered: Over quota'],
    [{}, 'Something'],
  ])('%j', (facts, text) => {
    expect(describeMailError(failure(facts), server)).toContain(text);
  });

  it.each([
    [{ code: 'EDNS', originalCode: 'ENOTFOUND' }, 'host_unknown'],
    [{ authenticationFailed: true, responseText: 'No' }, 'login_refused'],
    [{ code: 'EAUTH', response: '454 4.7.0 Later', permanent: false }, 'try_later'],
    [{ mailboxMissing: true }, 'mailbox_missing'],
    [{ responseText: 'Quota exceeded' }, 'mailbox_full'],
    [{ code: 'ETLS' }, 'starttls_refused'],
    [{ response: '550 5.1.1 no such user' }, 'recipient_refused'],
    [{ response: '599 odd' }, 'rules_refused'],
    [{}, 'unknown'],
  ])('%j is called %s', (facts, problem) => {
    expect(explainMailError(failure(facts), server).problem).toBe(problem);
  });

  it('has words for what is no error', () => {
    expect(describeMailError('odd')).toBe('odd');
    expect(describeMailError(null)).toBe('null');
    expect(describeMailError({})).toBe('The server failed without giving a reason');
  });
});

describe('kinds of failures', () => {
  it('tells a refused login and a lost connection', () => {
    expect(isLoginFailure(failure({ authenticationFailed: true }))).toBe(true);
    expect(isLoginFailure(failure({ code: 'ECONNREFUSED' }))).toBe(false);
    expect(isConnectionLoss(failure({ code: 'NoConnection' }))).toBe(true);
    expect(isConnectionLoss(failure({ code: 'ETIMEOUT' }))).toBe(false);
    expect(isConnectionLoss(failure({}))).toBe(false);
  });
});

describe('describeSmtpReply', () => {
  it.each([
    ['550 5.1.1 <x@y.example>: no such user', 'The address does not exist'],
    ['552-5.2.2 The email account is over quota\n552 5.2.2 see help', 'The mailbox is full'],
    ['550 5.7.26 unauthenticated', 'refused the message by its rules'],
    ['451 4.7.1 Greylisting in action', 'asks to try again later'],
    ['552 too big', 'full or the message is too large'],
    ['554 no', 'refused the message'],
    ['471 odd', 'try again later'],
    ['599 odd', 'refused the message'],
  ])('%s', (reply, text) => {
    expect(describeSmtpReply(reply)).toContain(text);
    expect(describeSmtpReply(reply)).toContain(`The mail server said: ${reply.slice(0, 3)}`);
  });
});
