import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { freePort, isExecutable } from './machine.ts';
import { createSelfSigned } from './self-signed.ts';

/** The program, or why the tests with it are skipped. */
export type DovecotInstallation = { path: string; missing: null } | { path: null; missing: string };

/** Looks for a Dovecot 2.3, also where a plain user's PATH does not lead. */
export function findDovecot(): DovecotInstallation {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];
  const path = folders.map((folder) => join(folder, 'dovecot')).find(isExecutable);
  if (path === undefined) return { path: null, missing: 'Dovecot is not installed (Debian: dovecot-imapd)' };
  const version = execFileSync(path, ['--version'], { encoding: 'utf8' }).trim();
  // Version 2.4 reads another configuration language.
  return version.startsWith('2.3.')
    ? { path, missing: null }
    : { path: null, missing: `Dovecot is ${version}, these tests are for 2.3` };
}

export interface Dovecot {
  host: string;
  /** Plain text and STARTTLS. */
  port: number;
  /** TLS from the start. */
  tls_port: number;
  user: string;
  password: string;
  cert: string;
  /** Puts a mail into a mailbox and returns its UID. */
  append(raw: string | Buffer, options?: { date?: Date; mailbox?: string }): Promise<number>;
  /** Flags of the mails in INBOX, by UID. */
  flags(): Promise<Map<number, string[]>>;
  /** Ends the server and all its connections; its mails stay. */
  stop(): Promise<void>;
  /** Starts it again on the same ports. */
  start(): Promise<void>;
  /** Ends the server and removes its files. */
  close(): Promise<void>;
}

/** A Dovecot of its own in a temporary folder, on free ports of 127.0.0.1, with one user; runs as root and as a plain user. */
export async function startDovecot(path: string, user = 'desk@shop.example', password = 'sesame'): Promise<Dovecot> {
  const folder = mkdtempSync(join(tmpdir(), 'bh-dovecot-'));
  const certificate = createSelfSigned();
  const [port, tls_port] = [await freePort(), await freePort()];
  const configuration = writeFiles(folder, { port, tls_port, user, password, certificate });
  let running: ChildProcess | null = null;

  // A test run that is cut short must not leave a mail server behind.
  const endWithUs = (): void => {
    if (running?.pid !== undefined) killGroup(running.pid);
  };
  process.once('exit', endWithUs);

  async function start(): Promise<void> {
    // A process group of its own, because the processes that serve connections outlive the master for a while.
    const child = spawn(path, ['-F', '-c', configuration], { stdio: 'ignore', detached: true });
    running = child;
    for (let tries = 0; !(await greets(port)); tries += 1) {
      if (child.exitCode !== null || tries > 200) throw new Error(`Dovecot does not start:\n${readLog(folder)}`);
      await pause(50);
    }
  }

  async function stop(): Promise<void> {
    const child = running;
    running = null;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
    killGroup(child.pid);
  }

  async function asUser<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: '127.0.0.1',
      port,
      secure: false,
      doSTARTTLS: false,
      auth: { user, pass: password },
      logger: false,
    });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.logout();
    }
  }

  await start();
  return {
    host: '127.0.0.1',
    port,
    tls_port,
    user,
    password,
    cert: certificate.cert,
    append: (raw, { date, mailbox = 'INBOX' } = {}) =>
      asUser(async (client) => {
        const appended = await client.append(mailbox, Buffer.from(raw), [], date);
        if (!appended || appended.uid === undefined) throw new Error('Dovecot did not take the mail');
        return appended.uid;
      }),
    flags: () =>
      asUser(async (client) => {
        await client.mailboxOpen('INBOX', { readOnly: true });
        const mails = await client.fetchAll('1:*', { flags: true });
        return new Map(mails.map((mail) => [mail.uid, [...(mail.flags ?? [])].filter((flag) => flag !== '\\Recent')]));
      }),
    start,
    stop,
    async close() {
      await stop();
      process.off('exit', endWithUs);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Settings {
  port: number;
  tls_port: number;
  user: string;
  password: string;
  certificate: { key: string; cert: string };
}

function writeFiles(folder: string, { port, tls_port, user, password, certificate }: Settings): string {
  const me = userInfo();
  const isRoot = me.uid === 0;
  // Dovecot refuses to handle mail as root.
  const owner = isRoot ? { uid: 65534, gid: 65534 } : { uid: me.uid, gid: me.gid };
  const mail = join(folder, 'mail');
  mkdirSync(mail);
  chownSync(mail, owner.uid, owner.gid);
  // Its processes run as several users, which all have to get into the folder.
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'cert.pem'), certificate.cert);
  writeFileSync(join(folder, 'key.pem'), certificate.key, { mode: 0o600 });
  writeFileSync(join(folder, 'users'), `${user}:{PLAIN}${password}\n`);
  const group = isRoot ? '' : execFileSync('id', ['-gn'], { encoding: 'utf8' }).trim();
  const asPlainUser = isRoot
    ? ''
    : `default_internal_user = ${me.username}\ndefault_internal_group = ${group}\ndefault_login_user = ${me.username}\n`;
  const configuration = join(folder, 'dovecot.conf');
  writeFileSync(
    configuration,
    `${asPlainUser}protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = ${folder.split('/').at(-1)}
log_path = ${folder}/dovecot.log
ssl = yes
ssl_cert = <${folder}/cert.pem
ssl_key = <${folder}/key.pem
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
first_valid_uid = 1
first_valid_gid = 1
mail_location = maildir:${mail}/%u
mail_max_userip_connections = 100
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%u ${folder}/users
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mail}/%u
}
service anvil {
  chroot =
  # Tests sign in with wrong passwords on purpose; nobody is to be slowed down for it.
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = ${tls_port}
    ssl = yes
  }
}
`,
  );
  return configuration;
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // Nobody was left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function greets(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', (greeting) => {
      socket.destroy();
      resolve(greeting.toString().startsWith('* OK'));
    });
    socket.once('error', () => resolve(false));
    socket.once('end', () => resolve(false));
  });
}

function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'dovecot.log'), 'utf8');
  } catch {
    return '(no log)';
  }
}
