import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiClient } from '../../apps/server/test/api-client.ts';
import { createRandom } from '../random.ts';
import { answerLetters } from './agent.ts';
import { checkMailIn, longestWait } from './check-mail.ts';
import { checkReplies, type ReplyFigures } from './check-replies.ts';
import { checkHeard, checkRows, findLeftovers, type Leftovers } from './check-rows.ts';
import { writeLetters } from './customers.ts';
import { createDeskProcess, type DeskProcess } from './desk-process.ts';
import { endsProduct, type Kill, type KillKind, killAtRandom } from './killer.ts';
import { planThreads } from './plan-threads.ts';
import { type FarServer, startFarServer } from './sink.ts';
import { watch } from './watcher.ts';

/** Mail waits at most until the second attempt, a minute after the first. */
const drainLimitMs = 150_000;
const smtpInbox = 'orders@shop.example';

export interface SoakOptions {
  mails: number;
  replies: number;
  kills: number;
  seed: number;
  /** Kinds of kills; all by default. */
  only?: readonly KillKind[];
  /** Leaves the data folder and the log although all is well. */
  keep?: boolean;
  say: (line: string) => void;
}

export interface SoakReport {
  /** Empty when all is well. */
  wrong: string[];
  kills: Kill[];
  mails_repeated: number;
  longest_wait: number;
  lost_answers: number;
  replies: ReplyFigures;
  leftovers: Leftovers;
  socket: { connections: number; reloads: number };
  seconds: number;
  /** Where the data folder and the product's log are kept when something is wrong, else null. */
  folder: string | null;
}

/**
 * Runs the product while mails come in by SMTP and replies go out, half of them to a real SMTP server, and kills it and its
 * database at random moments; then checks that nothing was lost and nothing done twice. The same seed makes the same plan, not
 * the same moments.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { seed, say } = options;
  const begun = Date.now();
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-soak-'));
  // PostgreSQL may run as another user, who has to get through.
  await chmod(folder, 0o755);
  const random = (actor: number) => createRandom(seed * 16 + actor);
  const far = await startFarServer(random(1));
  const desk = await createDeskProcess(folder, random(2));
  const kills: Kill[] = [];
  const report: SoakReport = {
    wrong: [],
    kills,
    mails_repeated: 0,
    longest_wait: 0,
    lost_answers: 0,
    replies: { sent_by_smtp: 0, kept_locally: 0, sent_twice: 0 },
    leftovers: { raw: 0, media: 0, unfinished: 0, missing: [] },
    socket: { connections: 0, reloads: 0 },
    seconds: 0,
    folder,
  };
  try {
    desk.launch();
    await desk.healthy();
    const client = await desk.client();
    await createSmtpInbox(client, far);
    const watcher = watch(desk, client.cookieHeader());
    try {
      await work(desk, client, far, report, options, kills, random);
      for (const until = Date.now() + 20_000; Date.now() < until; await pause(100)) {
        if ((await checkHeard(desk, watcher.heard)).length === 0) break;
      }
      report.wrong.push(...(await checkHeard(desk, watcher.heard)));
    } finally {
      watcher.close();
      report.socket = { connections: watcher.heard.connections, reloads: watcher.heard.reloads };
    }
    report.wrong.push(...(await checkRows(desk)));
    report.leftovers = await findLeftovers(desk);
    for (const key of report.leftovers.missing) report.wrong.push(`the bytes of ${key} are gone`);
    const status = await desk.stop();
    if (status !== 0) report.wrong.push(`the product ended with ${status} when it was told to stop`);
  } catch (error) {
    report.wrong.push(`the run broke off: ${(error as Error).stack}`);
  } finally {
    report.wrong.push(...desk.surprises);
    await desk.kill().catch(() => {});
    await far.sink.close();
  }
  report.seconds = (Date.now() - begun) / 1000;
  if (report.wrong.length === 0 && !options.keep) {
    await removeFolder(folder);
    report.folder = null;
  }
  say(
    `${report.wrong.length === 0 ? 'all is well' : `${report.wrong.length} findings`} after ${Math.round(report.seconds)} s`,
  );
  return report;
}

async function work(
  desk: DeskProcess,
  client: ApiClient,
  far: FarServer,
  report: SoakReport,
  options: SoakOptions,
  kills: Kill[],
  random: (actor: number) => ReturnType<typeof createRandom>,
): Promise<void> {
  const { say, seed } = options;
  const threads = planThreads(random(3), options.mails, seed, ['support@bellhop.local', smtpInbox]);
  let accepted = 0;
  const progress = () => accepted / options.mails;
  const [letters, answers] = await Promise.all([
    writeLetters(threads, { smtp_port: desk.smtp_port, random: random(4), onAccepted: () => (accepted += 1) }),
    answerLetters(threads, { desk, client, random: random(5), count: options.replies, seed, progress }),
    killAtRandom({
      desk,
      random: random(6),
      count: options.kills,
      only: options.only,
      progress,
      onKill(kill) {
        kills.push(kill);
        say(
          `${accepted} mails in; killed: ${kill.kind}; serves again after ${(kill.recovered_in / 1000).toFixed(1)} s`,
        );
      },
    }),
  ]);
  report.mails_repeated = letters.repeated;
  report.lost_answers = answers.lost_answers;
  say(`${accepted} mails in, ${answers.replies.length} replies accepted; waiting until all is done`);
  await drain(desk, report);
  report.wrong.push(...(await checkMailIn(desk, threads)));
  report.longest_wait = await longestWait(desk);
  const crashes = kills.filter((kill) => endsProduct(kill.kind)).flatMap((kill) => kill.times);
  const checked = await checkReplies(desk, { replies: answers.replies, far, crashes });
  report.wrong.push(...checked.wrong);
  report.replies = checked.figures;
}

/** Until no mail waits, in either direction. */
async function drain(desk: DeskProcess, report: SoakReport): Promise<void> {
  for (const until = Date.now() + drainLimitMs; ; await pause(100)) {
    const [open] = await desk.rows<{ mails: number; replies: number }>(
      `select (select count(*)::int from raw_mails where state = 'stored') as mails,
         (select count(*)::int from outgoing_mails where state in ('queued', 'retrying', 'sending')) as replies`,
    );
    if (open!.mails === 0 && open!.replies === 0) return;
    if (Date.now() > until) {
      report.wrong.push(`${open!.mails} mails and ${open!.replies} replies still wait after ${drainLimitMs / 1000} s`);
      return;
    }
  }
}

async function createSmtpInbox(client: ApiClient, far: FarServer): Promise<void> {
  const answer = await client.call('inboxes.create', {
    body: {
      name: 'Orders',
      from: `Orders <${smtpInbox}>`,
      channel: 'email',
      config: {
        imap: [],
        smtp: [{ host: far.sink.host, port: far.sink.port, auth_protocol: 'none', tls_type: 'none' }],
      },
    },
  });
  if (answer.status !== 200) throw new Error(`the inbox was refused: ${answer.body.message}`);
}

/** PostgreSQL's last children need a moment after a kill. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}
