import type { Channel, ReceiveState } from '../channel.ts';
import { runImapReceiver } from './transport/imap-receiver.ts';

type ReceiveOptions = Parameters<Channel['receive']>[0];
type Account = ReceiveOptions['config']['imap'][number];

/** Of several accounts the one in the worst state speaks for the inbox. */
const fromBadToGood = ['error', 'connecting', 'polling', 'idle'] as const;

/** Receives from all IMAP accounts of an inbox until the signal ends it, each on its own; resolves when all have ended. */
export async function receiveAccounts(
  options: ReceiveOptions,
  log: { warn(facts: object, text: string): void },
): Promise<void> {
  const states = new Map<string, ReceiveState>();
  // One report after the other, so that the last one written is the last one made.
  let reports: Promise<void> = Promise.resolve();
  const report = (name: string, state: ReceiveState) => {
    states.set(name, state);
    const whole = combine([...states.values()]);
    reports = reports
      .then(() => options.onState(whole))
      .catch((error: Error) => log.warn({ err: error.message }, 'the state of a mailbox could not be reported'));
  };
  await Promise.all(options.config.imap.map((account) => receiveAccount(account, options, report)));
  await reports;
}

async function receiveAccount(
  config: Account,
  options: ReceiveOptions,
  report: (name: string, state: ReceiveState) => void,
): Promise<void> {
  const { mailbox } = config;
  const account = accountName(config);
  const cursor = await options.loadCursor(account, mailbox);
  await runImapReceiver({
    config,
    cursor: cursor && { uidvalidity: Number(cursor.uidvalidity), last_uid: cursor.last_uid },
    signal: options.signal,
    saveCursor: ({ uidvalidity, last_uid }) =>
      options.saveCursor(account, mailbox, { uidvalidity: String(uidvalidity), last_uid }),
    deliver: ({ raw, uid, uidvalidity, truncated }) =>
      options.deliver({
        raw,
        account,
        mailbox,
        uid,
        uidvalidity: String(uidvalidity),
        skipped_attachments: truncated?.skipped ?? [],
      }),
    onUnreadable: ({ uid, uidvalidity, size, reason }) =>
      options.onUnreadable({ account, mailbox, uid, uidvalidity: String(uidvalidity), size, reason }),
    onState: ({ state, error, problem, last_success_at }) =>
      report(`${account} ${mailbox}`, {
        state,
        ...(error !== undefined && { error }),
        ...(problem !== undefined && { problem }),
        ...(last_success_at !== undefined && { last_success_at: new Date(last_success_at) }),
      }),
  });
}

/** Names a mailbox's owner in the bookkeeping; another user or host is another account. */
function accountName(config: Account): string {
  return `${config.username}@${config.host.toLowerCase()}:${config.port}`;
}

function combine(states: ReceiveState[]): ReceiveState {
  const worst = fromBadToGood.find((state) => states.some((one) => one.state === state)) ?? 'connecting';
  const failed = states.filter((one) => one.state === 'error' && one.error !== undefined);
  const successes = states.flatMap((one) => one.last_success_at ?? []);
  return {
    state: worst,
    ...(failed.length > 0 && {
      error: failed.map((one) => one.error).join('\n'),
      problem: failed[0]!.problem ?? 'unknown',
    }),
    ...(successes.length > 0 && { last_success_at: new Date(Math.max(...successes.map((time) => time.getTime()))) }),
  };
}
