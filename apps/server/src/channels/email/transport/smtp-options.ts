import type { SMTPPoolOptions } from 'nodemailer/lib/smtp-pool';
import { type SmtpConfig, smtpTiming } from './inbox-config.ts';

/** Time limits of one SMTP conversation, in milliseconds. */
export interface SmtpTimeLimits {
  connect_ms: number;
  greeting_ms: number;
  /** Silence of the server while it owes a reply. Checking a large mail after DATA takes some servers a while. */
  silence_ms: number;
}

export const smtpTimeLimits: SmtpTimeLimits = { connect_ms: 30_000, greeting_ms: 30_000, silence_ms: 120_000 };

const saslNames = { login: 'LOGIN', plain: 'PLAIN', cram: 'CRAM-MD5' } as const;

/** What nodemailer needs to know of a stored SMTP configuration (behaviour B1.1.3). */
export function smtpOptions(
  config: SmtpConfig,
  limits: SmtpTimeLimits = smtpTimeLimits,
): SMTPPoolOptions & { pool: true } {
  return {
    pool: true,
    host: config.host,
    port: config.port,
    secure: config.tls_type === 'tls',
    ignoreTLS: config.tls_type === 'none',
    requireTLS: config.tls_type === 'starttls',
    tls: { rejectUnauthorized: !config.tls_skip_verify },
    ...(config.hello_hostname === '' ? {} : { name: config.hello_hostname }),
    ...signIn(config),
    maxConnections: config.max_conns,
    idleTimeout: smtpTiming(config).idle_timeout_ms,
    // Re-sends are counted by the sender, which takes a fresh connection for each.
    maxRequeues: 0,
    connectionTimeout: limits.connect_ms,
    dnsTimeout: limits.connect_ms,
    greetingTimeout: limits.greeting_ms,
    socketTimeout: limits.silence_ms,
    logger: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

function signIn(config: SmtpConfig): Pick<SMTPPoolOptions, 'auth' | 'forceAuth'> {
  const { auth_protocol: protocol, username, password } = config;
  if (protocol === 'none' || protocol === '') return {};
  // forceAuth: a server that stops offering sign-in must not be handed mail unauthenticated.
  return { auth: { user: username, pass: password, method: saslNames[protocol] }, forceAuth: true };
}
