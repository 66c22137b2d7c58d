import type { InboxConfig, MailProblem } from '@bellhop/contract';
import { parseGoDuration } from '@bellhop/contract/go-duration';
import type { OutboundMessage } from '../../channels/channel.ts';
import { buildPlusAddress } from '../../channels/email/transport/plus-address.ts';
import type { Deps } from '../../core/deps.ts';
import { parseMailbox } from '../../lib/parse-mailbox.ts';
import { openConfig } from './inbox-secrets.ts';
import { findInbox, type InboxRecord } from './inboxes.queries.ts';
import { findRoundTrip, patchRoundTrip } from './round-trip.queries.ts';
import { settleRoundTrip } from './settle-round-trip.ts';

const minuteMs = 60_000;
/** Mail servers take their time; a mailbox that does not announce mail is looked at after its interval only. */
const shortestWaitMs = 2 * minuteMs;
const longestWaitMs = 20 * minuteMs;

/** A server of one's own that a test mail can't do without. */
class CannotTestError extends Error {
  readonly problem: MailProblem;
  constructor(problem: MailProblem, message: string) {
    super(message);
    this.problem = problem;
  }
}

/**
 * Job `inboxes.round_trip`: sends one mail to the inbox's address and one to a plus variant of it, through the inbox's own server;
 * an inbox of local mail hands them to the local listener. What comes in is noted by the intake of mail (`noteRoundTrips`).
 */
export async function runRoundTrip(deps: Deps, { uuid }: { uuid: string }): Promise<void> {
  const trip = await findRoundTrip(deps.db, uuid);
  if (trip?.state !== 'sending') return;
  const inbox = await findInbox(deps.db, trip.inbox_id);
  if (!inbox || inbox.deleted_at) return;
  try {
    const config = wayOut(deps, inbox);
    // It may come in before we know that it was taken.
    await deps.channel.send(testMail(deps, inbox, uuid, inbox.address), config, uuid);
    const plus = buildPlusAddress(inbox.address, uuid);
    const refusal = plus === null ? null : await sendPlus(deps, testMail(deps, inbox, uuid, plus), config, uuid);
    const isRefused = plus === null || refusal !== null;
    const waits_until = new Date(deps.clock.now().getTime() + waitOf(config));
    await deps.work(deps.system, async (uow) => {
      await patchRoundTrip(uow.db, uuid, {
        sent_at: uow.now,
        waits_until,
        ...(isRefused && { plus_state: 'refused', detail: refusal }),
      });
      const run_at = new Date(Date.now() + waitOf(config));
      await uow.enqueue('inboxes.end_round_trip', { uuid }, { key: `round_trip_end:${uuid}`, run_at });
      await settleRoundTrip(uow, uuid);
    });
  } catch (error) {
    const { message } = error as Error;
    const problem = ((error as { problem?: MailProblem }).problem ?? 'unknown') as MailProblem;
    await deps.work(deps.system, (uow) =>
      patchRoundTrip(uow.db, uuid, { state: 'failed', problem, detail: message.slice(0, 2000), finished_at: uow.now }),
    );
  }
}

/** Job `inboxes.end_round_trip`: whatever has not come by now is missing. */
export async function endRoundTrip(deps: Deps, { uuid }: { uuid: string }): Promise<void> {
  await deps.work(deps.system, (uow) => settleRoundTrip(uow, uuid, { isOver: true }));
}

/** Null when it was taken, otherwise what the server said. A host that knows no plus addresses is no failure of the mailbox. */
async function sendPlus(deps: Deps, mail: OutboundMessage, config: InboxConfig, uuid: string): Promise<string | null> {
  try {
    await deps.channel.send(mail, config, uuid);
    return null;
  } catch (error) {
    return (error as Error).message.slice(0, 2000);
  }
}

/** Throws CannotTestError and what opening secrets throws. */
function wayOut(deps: Deps, inbox: InboxRecord): InboxConfig {
  const config = openConfig(deps.sealer, inbox.config);
  if (config.smtp.length > 0) return config;
  if (config.imap.length > 0) {
    throw new CannotTestError('no_outgoing_server', 'The inbox has no server for outgoing mail');
  }
  const { local_smtp_port: port, local_smtp_host: host } = deps.config;
  if (port === 0) throw new CannotTestError('no_local_listener', 'The local SMTP listener is switched off');
  return { imap: [], smtp: [localServer(host, port)] };
}

function localServer(host: string, port: number): InboxConfig['smtp'][number] {
  return {
    host: host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host,
    port,
    username: '',
    password: '',
    auth_protocol: 'none',
    tls_type: 'none',
    tls_skip_verify: false,
    max_conns: 1,
    max_msg_retries: 0,
    idle_timeout: '5s',
    wait_timeout: '30s',
    hello_hostname: '',
  };
}

function waitOf(config: InboxConfig): number {
  const intervals = config.imap.map(({ read_interval }) => parseGoDuration(read_interval) ?? 5 * minuteMs);
  return Math.min(Math.max(shortestWaitMs, ...intervals.map((ms) => ms + minuteMs)), longestWaitMs);
}

/** The header with the uuid, which every outgoing mail carries, is what it is known by when it comes in. */
function testMail(deps: Deps, inbox: InboxRecord, uuid: string, to: string): OutboundMessage {
  const domain = inbox.address.slice(inbox.address.lastIndexOf('@') + 1);
  const isPlus = to !== inbox.address;
  const text = `This mail was sent by Bellhop to see whether ${inbox.address} sends and receives. It can be deleted.`;
  return {
    external_id: `round-trip-${uuid}${isPlus ? '-plus' : ''}@${domain}`,
    conversation_uuid: uuid,
    from: parseMailbox(inbox.from) ?? { name: '', address: inbox.address },
    to: [to],
    cc: [],
    bcc: [],
    reply_to: null,
    subject: 'Bellhop: test of this mailbox',
    references: [],
    in_reply_to: null,
    html: `<p>${text}</p>`,
    text,
    attachments: [],
    auto_submitted: null,
    date: deps.clock.now().toISOString(),
  };
}
