import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createWork } from '../../apps/server/src/core/unit-of-work.ts';
import { openDatabase } from '../../apps/server/src/db/pool.ts';
import { startSession } from '../../apps/server/src/features/auth/index.ts';
import { systemActor } from '../../apps/server/src/features/users/index.ts';
import { systemClock } from '../../apps/server/src/lib/clock.ts';
import { createLog } from '../../apps/server/src/lib/log.ts';
import { createRandom } from '../random.ts';
import { seedDatabase } from '../seed-database.ts';
import { checkMailIn } from '../soak/check-mail.ts';
import { checkReplies } from '../soak/check-replies.ts';
import { checkRows } from '../soak/check-rows.ts';
import { writeLetters } from '../soak/customers.ts';
import type { DeskProcess } from '../soak/desk-process.ts';
import { planThreads } from '../soak/plan-threads.ts';
import { startFarServer } from '../soak/sink.ts';
import { beAgent, createDeeds, type Deeds, type LoadAgent } from './agents.ts';
import { startBalancer } from './balancer.ts';
import { heldMb, type LoadDesk, processorTimes, residentMb, startLoadDesk } from './desk.ts';
import { checkHeard, type Ears, openEars } from './ears.ts';

export interface LoadOptions {
  agents: number;
  minutes: number;
  conversations: number;
  mails_per_minute: number;
  pace: number;
  /** Kills a web process at half of the time, and the one with worker and mail at three quarters. */
  kills: boolean;
  seed: number;
  say: (line: string) => void;
}

export interface MemorySample {
  minute: number;
  /** MB of the two web processes and of worker and mail. */
  mb: number[];
}

export interface LoadReport {
  /** Empty when nothing was lost or done twice. */
  wrong: string[];
  deeds: Deeds;
  ears: Pick<Ears, 'delays' | 'frames' | 'connections' | 'reloads'>;
  memory: MemorySample[];
  /** The heaps alone, each right after its garbage was collected: what would grow if something were never let go. */
  held: MemorySample[];
  /** Before the first agent came. */
  idle: number[];
  mails: number;
  replies: { sent_by_smtp: number; kept_locally: number; sent_twice: number };
  /** The load generator's own delay: what its figures can be too high by. */
  own_delay: number[];
  /** Seconds of processor time: web, web, worker and mail, database, load generator. Those of killed processes begin anew. */
  processor: number[];
  seconds: number;
}

/** Heaps are looked at after so many minutes, and at the end; the first time makes the process listen for a debugger, which costs some memory itself. */
const heldAfter = [2, 10];
const down = { web_ms: 10_000, back_ms: 5_000 };

/** Runs the whole load on a fresh desk that is thrown away, and checks that rows, frames and mails are complete. */
export async function runLoad(options: LoadOptions): Promise<LoadReport> {
  const folder = await mkdtemp(join(tmpdir(), 'bellhop-load-'));
  await chmod(folder, 0o755);
  const random = (actor: number) => createRandom(options.seed * 1_000 + actor);
  const desk = await startLoadDesk(folder, random(1));
  const far = await startFarServer(random(2));
  try {
    const agents = await prepare(desk, options);
    options.say(`${agents.length} agents, ${options.conversations} conversations; ${options.minutes} minutes begin`);
    const inbox = await createSmtpInbox(desk.web[0], far.sink);
    const report = await work(desk, { agents, inbox, far, random, options });
    const statuses = await desk.stop();
    for (const status of statuses)
      if (status !== 0) report.wrong.push(`a process ended with ${status} when told to stop`);
    for (const one of [...desk.web, desk.back]) report.wrong.push(...one.surprises);
    return report;
  } finally {
    for (const one of [...desk.web, desk.back]) await one.kill().catch(() => {});
    await desk.stop().catch(() => {});
    await far.sink.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

/** Fills the desk, and signs everybody in without a password: sign-ins of one address are limited. */
async function prepare(desk: LoadDesk, { agents, conversations, seed, say }: LoadOptions): Promise<LoadAgent[]> {
  await seedDatabase(desk.database_url, { conversations, messages_per: 10, agents, teams: 20, seed }, (step, seconds) =>
    process.stderr.write(`${seconds.toFixed(1).padStart(8)} s  ${step}\n`),
  );
  say('seeded');
  const database = openDatabase(desk.database_url, createLog('silent'), { max: 2 });
  try {
    const workOn = createWork({ database, clock: systemClock, subscribers: {} });
    const { rows } = await database.pool.query<{ id: number }>(
      "select id from users where type = 'agent' and email like '%@bench.example' order by id limit $1",
      [agents],
    );
    const lifetime = { lifetime_seconds: 6 * 3600, ip: '127.0.0.1', user_agent: 'load' };
    return await workOn(await systemActor(database.db), async (uow) => {
      const made: LoadAgent[] = [];
      for (const { id } of rows) {
        const { token, csrf_token } = await startSession(uow, { user_id: id, ...lifetime });
        made.push({
          id,
          cookies: new Map([
            ['bellhop_session', token],
            ['csrf_token', csrf_token],
          ]),
        });
      }
      return made;
    });
  } finally {
    await database.db.destroy();
  }
}

type Far = Awaited<ReturnType<typeof startFarServer>>;

async function work(
  desk: LoadDesk,
  given: {
    agents: readonly LoadAgent[];
    inbox: string;
    far: Far;
    random: (actor: number) => ReturnType<typeof createRandom>;
    options: LoadOptions;
  },
): Promise<LoadReport> {
  const { agents, far, random, options } = given;
  const { say } = options;
  const processes = [...desk.web, desk.back];
  const sizes = () => Promise.all(processes.map(residentMb));
  const idle = await sizes();
  const addresses = desk.web.map(({ address }) => address);
  const balancer = startBalancer(addresses);
  const [base] = await desk.web[0].rows<{ message: number; seq: number }>(
    'select (select max(id) from messages)::int as message, (select coalesce(max(seq), 0) from events)::float8 as seq',
  );
  const since = base!.message;
  const cookieOf = ({ cookies }: LoadAgent) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const ears = await openEars(balancer, agents.map(cookieOf), base!.seq);
  const deeds = createDeeds();
  const begun = Date.now();
  const total = options.minutes * 60_000;
  let isOver = false;

  const memory: MemorySample[] = [];
  const held: MemorySample[] = [];
  const ownDelay: number[] = [];
  const lookAtHeaps = async (minute: number) => {
    held.push({ minute, mb: await Promise.all(processes.map(heldMb)) });
  };
  const lookAtMemory = async () => {
    while (!isOver) {
      const minute = (Date.now() - begun) / 60_000;
      memory.push({ minute, mb: await sizes() });
      // Between two samples of memory: what is freed is not taken for the load's own doing.
      const due = heldAfter[held.length];
      if (due !== undefined && minute >= due) await lookAtHeaps(due);
      await pause(5_000);
    }
  };
  const beTrivial = async () => {
    while (!isOver) {
      const address = await balancer.pick();
      const start = performance.now();
      const answer = await fetch(`${address}/health`).catch(() => null);
      await answer?.text();
      if (answer?.status === 200) deeds.times.health.push(performance.now() - start);
      const asleep = performance.now();
      await pause(100);
      ownDelay.push(performance.now() - asleep - 100);
    }
  };
  const crashes: number[] = [];
  const kill = async (victim: DeskProcess, name: string, share: number, downMs: number) => {
    while (Date.now() - begun < total * share) await pause(100);
    crashes.push(Date.now());
    await victim.kill();
    say(`killed ${name} after ${((Date.now() - begun) / 60_000).toFixed(1)} minutes`);
    await pause(downMs);
    victim.launch();
    await victim.healthy();
    say(`${name} serves again`);
  };

  const count = Math.round(options.mails_per_minute * options.minutes);
  const threads = planThreads(random(3), count, options.seed, ['support@bellhop.local', given.inbox]);
  let mails = 0;
  const write = async () => {
    const letters = random(4);
    // The last threads need their time to be written to the end.
    const gap = (total * 0.9) / Math.max(1, threads.length);
    await Promise.all(
      threads.map(async (thread, index) => {
        await pause(gap * index);
        await writeLetters([thread], { smtp_port: desk.back.smtp_port, random: letters, onAccepted: () => mails++ });
      }),
    );
  };
  const before = await processorTimes(desk);
  const ownBefore = process.cpuUsage();
  const others = Promise.all([lookAtMemory(), beTrivial()]);
  await Promise.all([
    pause(total).then(() => {
      isOver = true;
    }),
    write(),
    ...agents.map((agent, index) =>
      beAgent(agent, {
        name: String(agent.id),
        balancer,
        addresses,
        random: random(100 + index),
        deeds,
        pace: options.pace,
        onSent: ears.answered,
        isOver: () => isOver,
      }),
    ),
    ...(options.kills
      ? [
          kill(desk.web[0], 'a web process', 0.5, down.web_ms),
          kill(desk.back, 'the process with worker and mail', 0.75, down.back_ms),
        ]
      : []),
  ]);
  await others;
  await lookAtHeaps(options.minutes);
  const after = await processorTimes(desk);
  const own = process.cpuUsage(ownBefore);
  // A process that was killed meanwhile has begun at nothing.
  const processor = after.map((seconds, index) => (seconds < before[index]! ? seconds : seconds - before[index]!));
  processor.push((own.user + own.system) / 1_000_000);
  say(`${mails} mails in, ${deeds.marks.length} replies and notes; waiting until all is done`);
  const wrong = await drain(desk);
  wrong.push(...(await checkHeard(desk.back, ears, base!.seq)));
  for (const [what, times] of deeds.refused) wrong.push(`${times} answers: ${what}`);
  wrong.push(...(await checkMailIn(desk.back, threads, since)));
  const replies = deeds.marks.filter(({ is_private }) => !is_private);
  const checked = await checkReplies(desk.back, { replies, far, crashes, since });
  wrong.push(...checked.wrong, ...(await checkNotes(desk, deeds, since)), ...(await checkRows(desk.back, since)));
  ears.close();
  balancer.close();
  return {
    wrong,
    deeds,
    ears,
    memory,
    held,
    idle,
    mails,
    replies: checked.figures,
    own_delay: ownDelay,
    processor,
    seconds: (Date.now() - begun) / 1_000,
  };
}

/** Until no mail waits, in either direction. */
async function drain(desk: LoadDesk): Promise<string[]> {
  for (const until = Date.now() + 150_000; ; await pause(250)) {
    const [open] = await desk.back.rows<{ mails: number; replies: number }>(
      `select (select count(*)::int from raw_mails where state = 'stored') as mails,
         (select count(*)::int from outgoing_mails where state in ('queued', 'retrying', 'sending')) as replies`,
    );
    if (open!.mails === 0 && open!.replies === 0) return [];
    if (Date.now() > until) return [`${open!.mails} mails and ${open!.replies} replies still wait`];
  }
}

async function checkNotes(desk: LoadDesk, deeds: Deeds, since: number): Promise<string[]> {
  const rows = await desk.back.rows<{ text_content: string }>(
    'select text_content from messages where private and id > $1',
    [since],
  );
  const stored = Map.groupBy(rows, ({ text_content }) => /load-\d+-\d+/.exec(text_content)?.[0]);
  return deeds.marks
    .filter(({ mark, is_private }) => is_private && stored.get(mark)?.length !== 1)
    .map(({ mark }) => `note ${mark} was accepted and is stored ${stored.get(mark)?.length ?? 0} times`);
}

async function createSmtpInbox(web: DeskProcess, sink: Far['sink']): Promise<string> {
  const address = 'orders@shop.example';
  const answer = await (await web.client()).call('inboxes.create', {
    body: {
      name: 'Orders',
      from: `Orders <${address}>`,
      channel: 'email',
      config: { imap: [], smtp: [{ host: sink.host, port: sink.port, auth_protocol: 'none', tls_type: 'none' }] },
    },
  });
  if (answer.status !== 200) throw new Error(`the inbox was refused: ${answer.body.message}`);
  return address;
}
