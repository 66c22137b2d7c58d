import { durationText, emailText } from '@bellhop/contract/format-schemas';
import { ImapConfig, InboxInput, SmtpConfig } from '@bellhop/contract/inboxes';
import * as z from 'zod';

const required = { params: { key: 'form.error.required' } };
const notAnAddress = { params: { key: 'admin.inbox.from.invalid' } };
const isMailbox = (text: string) => /^([^<>]*<)?[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+>?$/.test(text.trim());

const ImapFields = ImapConfig.extend({
  password: ImapConfig.shape.password.refine((text) => text !== '', required),
  read_interval: durationText,
  scan_inbox_since: durationText,
});

const hasSignIn = (protocol: string) => protocol !== 'none' && protocol !== '';
const SmtpFields = SmtpConfig.extend({ idle_timeout: durationText, wait_timeout: durationText })
  .refine((server) => !hasSignIn(server.auth_protocol) || server.username !== '', { ...required, path: ['username'] })
  .refine((server) => !hasSignIn(server.auth_protocol) || server.password !== '', { ...required, path: ['password'] });

/**
 * The contract's inbox as the form holds it: what the server forgives (durations that fall back, sign-ins without a password) is
 * refused while somebody is there to correct it (wire A 19.2).
 */
export const InboxForm = InboxInput.extend({
  from: InboxInput.shape.from.refine(isMailbox, notAnAddress),
  reply_to: z.union([z.literal(''), emailText]),
  undo_send_seconds: z.preprocess((value) => (value === '' ? null : value), InboxInput.shape.undo_send_seconds),
  csat_delay_minutes: z.preprocess((value) => (value === '' ? null : value), InboxInput.shape.csat_delay_minutes),
  config: z.object({ imap: z.array(ImapFields), smtp: z.array(SmtpFields) }),
});
export type InboxForm = z.output<typeof InboxForm>;

/** What a new server's fields begin with. */
export const firstImap = {
  host: '',
  port: 993,
  username: '',
  password: '',
  mailbox: 'INBOX',
  tls_type: 'tls',
  tls_skip_verify: false,
  read_interval: '5m',
  scan_inbox_since: '48h',
} as const;

export const firstSmtp = {
  host: '',
  port: 587,
  username: '',
  password: '',
  auth_protocol: 'login',
  tls_type: 'starttls',
  tls_skip_verify: false,
  max_conns: 10,
  max_msg_retries: 3,
  idle_timeout: '25s',
  wait_timeout: '60s',
  hello_hostname: '',
} as const;

/** Servers of well-known providers. */
export interface Provider {
  name: string;
  imap: string;
  smtp: string;
  /** Port 465 with TLS from the start; else 587 with STARTTLS. */
  isTlsFirst?: true;
  /** Its own password does not do: one for programs has to be made. */
  needsAppPassword?: true;
}

export const providers: readonly Provider[] = [
  { name: 'Gmail, Google Workspace', imap: 'imap.gmail.com', smtp: 'smtp.gmail.com', needsAppPassword: true },
  { name: 'Microsoft 365, Outlook', imap: 'outlook.office365.com', smtp: 'smtp.office365.com', needsAppPassword: true },
  { name: 'Fastmail', imap: 'imap.fastmail.com', smtp: 'smtp.fastmail.com', isTlsFirst: true, needsAppPassword: true },
  { name: 'iCloud', imap: 'imap.mail.me.com', smtp: 'smtp.mail.me.com', needsAppPassword: true },
  { name: 'Yahoo', imap: 'imap.mail.yahoo.com', smtp: 'smtp.mail.yahoo.com', isTlsFirst: true, needsAppPassword: true },
  { name: 'Zoho', imap: 'imap.zoho.com', smtp: 'smtp.zoho.com', isTlsFirst: true },
  { name: 'GMX', imap: 'imap.gmx.com', smtp: 'mail.gmx.com' },
];
