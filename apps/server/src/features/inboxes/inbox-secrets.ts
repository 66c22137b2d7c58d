import { InboxConfig, secretMask } from '@bellhop/contract';
import type { Sealer } from '../../lib/crypto.ts';

type Account = { host: string; username: string; password: string };

/** A stored configuration with its secrets opened, ready for the channel. Throws when they were sealed with another key. */
export function openConfig(sealer: Sealer, stored: unknown): InboxConfig {
  return mapSecrets(InboxConfig.parse(stored), (account) => sealer.open(account.password));
}

/** A stored configuration as it is shown: every secret, stored or not, is ten bullets (wire A 19.2). */
export function maskConfig(stored: unknown): InboxConfig {
  return mapSecrets(InboxConfig.parse(stored), () => secretMask);
}

/**
 * A configuration as it is stored. Empty and masked secrets keep the stored one of the same host and user name, IMAP and
 * SMTP separately (behaviour 1.1); other secrets are sealed.
 */
export function sealConfig(sealer: Sealer, given: InboxConfig, stored: unknown): InboxConfig {
  const before = InboxConfig.parse(stored);
  const secretOf = (accounts: Account[], account: Account) =>
    isKept(account.password)
      ? (accounts.find((one) => one.host === account.host && one.username === account.username)?.password ?? '')
      : sealer.seal(account.password);
  return {
    imap: given.imap.map((account) => ({ ...account, password: secretOf(before.imap, account) })),
    smtp: given.smtp.map((account) => ({ ...account, password: secretOf(before.smtp, account) })),
  };
}

/** The client replaces any password that holds a bullet by '' (wire A 19.4); an echoed mask means the same. */
function isKept(password: string): boolean {
  return password === '' || password.includes('•');
}

function mapSecrets(config: InboxConfig, secret: (account: Account) => string): InboxConfig {
  return {
    imap: config.imap.map((account) => ({ ...account, password: secret(account) })),
    smtp: config.smtp.map((account) => ({ ...account, password: secret(account) })),
  };
}
