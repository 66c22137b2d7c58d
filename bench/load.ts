import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { callsOf, type Deed, mix } from './load/agents.ts';
import { type LoadReport, runLoad } from './load/run-load.ts';
import { summarise, summaryCells, summaryColumns, table } from './statistics.ts';

/**
 * `npm run load -- --agents 500 --minutes 10`: as many agents with a session and a socket each, and customers who write, against two
 * web processes and one for worker and mail on one database; a web process is killed at half of the time, the other one at three
 * quarters. Prints Markdown; ends with 1 when anything was lost, done twice or refused.
 */
const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '500' },
    minutes: { type: 'string', default: '10' },
    conversations: { type: 'string', default: '20000' },
    'mails-per-minute': { type: 'string', default: '60' },
    /** Times the usual mix. */
    pace: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    'no-kills': { type: 'boolean', default: false },
    out: { type: 'string' },
  },
});
const number = (name: 'agents' | 'minutes' | 'conversations' | 'mails-per-minute' | 'pace' | 'seed') => {
  const parsed = Number(values[name]);
  if (!(parsed > 0)) throw new Error(`--${name} is ${JSON.stringify(values[name])}, but must be a number above 0`);
  return parsed;
};

const options = {
  agents: number('agents'),
  minutes: number('minutes'),
  conversations: number('conversations'),
  mails_per_minute: number('mails-per-minute'),
  pace: number('pace'),
  seed: number('seed'),
  kills: !values['no-kills'],
  say: (line: string) => process.stderr.write(`${line}\n`),
};
const report = await runLoad(options);
const text = write(report);
process.stdout.write(text);
if (values.out) await writeFile(values.out, text);
process.exit(report.wrong.length === 0 ? 0 : 1);

function write({
  deeds,
  ears,
  memory,
  held,
  idle,
  wrong,
  mails,
  replies,
  own_delay,
  processor,
  seconds,
}: LoadReport): string {
  const deedsDone = (Object.keys(mix) as Deed[]).reduce((sum, name) => sum + deeds.times[name].length, 0);
  const calls = (Object.keys(mix) as Deed[]).reduce((sum, name) => sum + deeds.times[name].length * callsOf[name], 0);
  const all = (Object.keys(mix) as Deed[]).flatMap((name) => deeds.times[name]);
  const perMinute = (Object.entries(mix) as [Deed, number][]).map(([name, rate]) => `${name} ${rate * options.pace}`);
  const minute = (from: number, to: number) =>
    memory.filter((one) => one.minute >= from && one.minute < to).map(({ mb }) => mb);
  const mean = (rows: number[][], index: number) => {
    const known = rows.map((row) => row[index]!).filter((mb) => !Number.isNaN(mb));
    return known.reduce((sum, mb) => sum + mb, 0) / known.length;
  };
  const last = options.minutes;
  // A run of an hour shows each tenth minute: memory has to stay where it was.
  const minutes = [2, ...Array.from({ length: Math.ceil(last / 10) - 1 }, (_, index) => (index + 1) * 10), last];
  const names = ['web 1', 'web 2', 'worker and mail'];
  return [
    `Machine: ${availableParallelism()} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1024 ** 3)} GB, Node ${process.version}, embedded PostgreSQL; the load generator on the same cores; load average at the end ${loadavg()[0]!.toFixed(1)}.\n`,
    `${options.agents} agents with a session and a socket each, ${options.conversations} conversations, ${options.minutes} minutes; each agent and minute: ${perMinute.join(', ')}; ${options.mails_per_minute} mails a minute come in. ${deedsDone} deeds in ${calls} calls (${(calls / 60 / options.minutes).toFixed(1)} a second), ${mails} mails in, ${replies.sent_by_smtp} mails out by SMTP (${replies.sent_twice} twice, each round a kill), ${replies.kept_locally} kept locally, ${ears.frames()} frames at the sockets (${(ears.frames() / 60 / options.minutes).toFixed(0)} a second).${options.kills ? ' A web process was killed at half of the time, the one with worker and mail at three quarters.' : ''}\n`,
    table(
      ['what an agent waits for, ms', 'times', ...summaryColumns],
      [
        ...(Object.keys(mix) as Deed[]).map((name) => [
          callsOf[name] > 1 ? `${name} (${callsOf[name]} calls at once)` : name,
          String(deeds.times[name].length),
          ...summaryCells(summarise(deeds.times[name])),
        ]),
        ['all together', String(all.length), ...summaryCells(summarise(all))],
        [
          'beside it: trivial route (/health)',
          String(deeds.times.health.length),
          ...summaryCells(summarise(deeds.times.health)),
        ],
        [
          'a message: answered to heard, each socket',
          String(ears.delays().length),
          ...summaryCells(summarise(ears.delays())),
        ],
        ["the generator's own delay", String(own_delay.length), ...summaryCells(summarise(own_delay))],
      ],
    ),
    `p95 of all deeds by the minute in which they began, ms: ${deeds.by_minute.map((times) => summarise(times).p95.toFixed(0)).join(', ')}.\n`,
    `Processor time, s: ${[...names, 'database', 'load generator'].map((name, index) => `${name} ${processor[index]!.toFixed(0)}`).join(', ')} (a killed process counts from its new start).\n`,
    table(
      ['memory, MB', 'idle', ...minutes.map((at) => `minute ${at}`), 'most'],
      names.map((name, index) => [
        name,
        idle[index]!,
        ...minutes.map((at) => mean(minute(at - 1, at === last ? at + 1 : at), index)),
        Math.max(...memory.map(({ mb }) => mb[index]!).filter((mb) => !Number.isNaN(mb))),
      ]),
    ),
    table(
      ['heap after a collection of garbage, MB', ...held.map(({ minute: at }) => `minute ${at}`)],
      names.map((name, index) => [name, ...held.map(({ mb }) => mb[index]!)]),
    ),
    `${deeds.repeated} calls found their process gone and were done by another; ${ears.connections()} connections of ${options.agents} sockets, ${ears.reloads()} reloads. ${seconds.toFixed(0)} s in all.\n`,
    wrong.length === 0
      ? 'Nothing was lost, doubled, out of order or refused.\n'
      : `${wrong.length} findings:\n${wrong
          .slice(0, 20)
          .map((one) => `- ${one}`)
          .join('\n')}\n`,
  ].join('\n');
}
