import { ImapConfig, InboxConfig, type MailProblem, SmtpConfig, secretMask } from '@bellhop/contract';
import { isSealed, type Sealer } from '../../lib/crypto.ts';

type Account = { host: string; username: string; password: string; [member: string]: unknown };

const knownMembers = new Set([...Object.keys(ImapConfig.shape), ...Object.keys(SmtpConfig.shape)]);
/** Members that another client stores beside ours (wire A 19.4) and that are secrets by their name, such as `refresh_token`. */
const secretName = /passw|secret|token|credential|api_?key|private_?key/i;

/** Stored secrets were sealed with another key than this process has. */
export class SecretsUnreadableError extends Error {
  override name = 'SecretsUnreadableError';
  readonly problem: MailProblem = 'secrets_unreadable';
}

/** A stored configuration with its secrets opened, ready for the channel. Throws SecretsUnreadableError. */
export function openConfig(sealer: Sealer, stored: unknown): InboxConfig {
  // What was stored before its name counted as a secret's is as it was sent.
  return mapSecrets(InboxConfig.parse(stored), (secret, isOurs) =>
    isOurs || isSealed(secret) ? openSecret(sealer, secret) : secret,
  );
}

function openSecret(sealer: Sealer, secret: string): string {
  try {
    return sealer.open(secret);
  } catch (error) {
    throw new SecretsUnreadableError('The stored password was sealed with another key', { cause: error });
  }
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
  const sealed = <A extends Account>(account: A, accounts: readonly A[]): A => {
    const known = accounts.find((one) => one.host === account.host && one.username === account.username);
    return mapAccount(account, (secret, _isOurs, path) => {
      if (!isKept(secret)) return sealer.seal(secret);
      const kept = path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], known);
      if (typeof kept !== 'string') return '';
      return isSealed(kept) ? kept : sealer.seal(kept);
    });
  };
  return {
    imap: given.imap.map((account) => sealed(account, before.imap)),
    smtp: given.smtp.map((account) => sealed(account, before.smtp)),
  };
}

/** The client replaces any password that holds a bullet by '' (wire A 19.4); an echoed mask means the same. */
function isKept(password: string): boolean {
  return password === '' || password.includes('•');
}

/** `isOurs`: the password, which is always sealed. `path`: where the secret stands in its account. */
type ChangeSecret = (secret: string, isOurs: boolean, path: readonly string[]) => string;

function mapSecrets(config: InboxConfig, change: ChangeSecret): InboxConfig {
  return {
    imap: config.imap.map((account) => mapAccount(account, change)),
    smtp: config.smtp.map((account) => mapAccount(account, change)),
  };
}

function mapAccount<A extends Account>(account: A, change: ChangeSecret): A {
  const further = Object.entries(account)
    .filter(([name]) => !knownMembers.has(name))
    .map(([name, value]) => [name, mapFurther(value, secretName.test(name), [name], change)]);
  return { ...account, ...Object.fromEntries(further), password: change(account.password, true, ['password']) };
}

/** Within something secret everything is. */
function mapFurther(value: unknown, isSecret: boolean, path: readonly string[], change: ChangeSecret): unknown {
  if (typeof value === 'string') return isSecret ? change(value, false, path) : value;
  if (Array.isArray(value)) {
    return value.map((each, index) => mapFurther(each, isSecret, [...path, String(index)], change));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [
      name,
      mapFurther(each, isSecret || secretName.test(name), [...path, name], change),
    ]),
  );
}
