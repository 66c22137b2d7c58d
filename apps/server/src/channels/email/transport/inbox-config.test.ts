import { describe, expect, it } from 'vitest';
import { InboxConfig, imapTiming, smtpTiming } from './inbox-config.ts';

describe('the stored configuration', () => {
  it('is trimmed, filled with the defaults of the form, and keeps durations as written', () => {
    const { imap, smtp } = InboxConfig.parse({
      imap: [{ host: ' imap.example.com ', port: 993, username: ' me ', password: ' keep me ', read_interval: '300s' }],
      smtp: [{ host: 'smtp.example.com', port: 587 }],
    });
    expect(imap[0]).toEqual({
      host: 'imap.example.com',
      port: 993,
      username: 'me',
      password: ' keep me ',
      mailbox: 'INBOX',
      tls_type: 'tls',
      tls_skip_verify: false,
      read_interval: '300s',
      scan_inbox_since: '48h',
    });
    expect(smtp[0]).toMatchObject({ max_conns: 10, max_msg_retries: 3, idle_timeout: '25s', wait_timeout: '60s' });
    expect(InboxConfig.parse({})).toEqual({ imap: [], smtp: [] });
  });

  it.each([
    { imap: [{ host: '', port: 993, username: 'me' }] },
    { imap: [{ host: 'h', port: 0, username: 'me' }] },
    { imap: [{ host: 'h', port: 65536, username: 'me' }] },
    { imap: [{ host: 'h', port: 993, username: 'me', tls_type: 'ssl' }] },
    { smtp: [{ host: 'h', port: 25, max_conns: 0 }] },
    { smtp: [{ host: 'h', port: 25, max_msg_retries: 101 }] },
    { smtp: [{ host: 'h', port: 25, auth_protocol: 'ntlm' }] },
  ])('%j is refused', (config) => {
    expect(InboxConfig.safeParse(config).success).toBe(false);
  });
});

describe('imapTiming', () => {
  it('reads durations', () => {
    expect(imapTiming({ read_interval: '90s', scan_inbox_since: '1h30m' })).toEqual({
      read_interval_ms: 90_000,
      scan_inbox_since_ms: 5_400_000,
      warnings: [],
    });
  });

  it('falls back to 5m and 48h with a warning', () => {
    for (const bad of ['', 'soon', '0s', '-5m', '2d']) {
      const timing = imapTiming({ read_interval: bad, scan_inbox_since: bad });
      expect(timing).toMatchObject({ read_interval_ms: 300_000, scan_inbox_since_ms: 172_800_000 });
      expect(timing.warnings).toHaveLength(2);
    }
  });

  it('polls no more than once a second', () => {
    expect(imapTiming({ read_interval: '1ms', scan_inbox_since: '48h' }).read_interval_ms).toBe(1000);
  });
});

describe('smtpTiming', () => {
  it('accepts both names of the wait', () => {
    expect(smtpTiming({ idle_timeout: '25s', wait_timeout: '60s' })).toMatchObject({
      idle_timeout_ms: 25_000,
      wait_timeout_ms: 60_000,
    });
    expect(smtpTiming({ idle_timeout: '1m', wait_timeout: '60s', pool_wait_timeout: '5s' }).wait_timeout_ms).toBe(5000);
    expect(smtpTiming({ idle_timeout: 'x', wait_timeout: '' })).toMatchObject({
      idle_timeout_ms: 25_000,
      wait_timeout_ms: 60_000,
    });
  });
});
