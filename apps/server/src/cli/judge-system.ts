import type { SystemFacts } from '@bellhop/contract';
import { sizeText } from './size-text.ts';

/** One line of the doctor's report. */
interface Finding {
  ok: boolean;
  text: string;
}

const oldestDatabase = 14;
const mostDriftMs = 2_000;
/** Seconds that a job or a mail may wait. */
const patience = 300;

/** The facts of the system page in lines, each with a verdict. */
export function judgeSystem(facts: SystemFacts): Finding[] {
  return [
    { ok: true, text: `Bellhop ${facts.version}, Node ${process.version}` },
    ...databaseLines(facts.database),
    ...processLines(facts),
    ...carrierLines(facts),
    ...queueLines(facts),
    ...facts.mailboxes.map(({ name, verdict, last_mail_in_at, last_mail_out_at }) => ({
      ok: verdict !== 'stopped' && verdict !== 'trouble',
      text: `Mailbox ${name}: ${verdict}, last mail in ${last_mail_in_at ?? 'never'}, out ${last_mail_out_at ?? 'never'}`,
    })),
    { ok: true, text: `Files: ${facts.storage.files} with ${sizeText(facts.storage.bytes)}` },
    { ok: true, text: `Last backup: ${facts.last_backup_at ?? 'never'}` },
    ...facts.slow_routes.slice(0, 5).map(({ method, route, count, p95_ms }) => ({
      ok: true,
      text: `Slowest calls: ${method} ${route}, 95 of 100 within ${p95_ms} ms, ${count} calls`,
    })),
  ];
}

function databaseLines(database: SystemFacts['database']): Finding[] {
  const { version, conversations, bytes, connections, most_connections, clock_drift_ms } = database;
  const drift = Math.abs(clock_drift_ms);
  const isInTime = drift < mostDriftMs;
  return [
    {
      ok: Number.parseInt(version, 10) >= oldestDatabase,
      text: `Database: PostgreSQL ${version}, ${conversations} conversations, ${sizeText(bytes)}, ${connections} of ${most_connections} connections`,
    },
    {
      ok: true,
      text: `Largest tables: ${database.tables.map(({ name, bytes: own }) => `${name} ${sizeText(own)}`).join(', ')}`,
    },
    {
      ok: isInTime,
      text: `Clock: differs from the database's by ${Math.round(drift)} ms${isInTime ? '' : '; synchronise both machines'}`,
    },
  ];
}

function processLines({ processes }: SystemFacts): Finding[] {
  if (processes.length === 0) return [{ ok: true, text: 'Processes: none runs' }];
  return processes.map(({ host, pid, roles, memory, lag_ms }) => ({
    ok: true,
    text: `Process ${host ?? '?'} ${pid ?? ''}: ${roles.join(', ')}, ${sizeText(memory ?? 0)} memory, event loop held up ${lag_ms ?? 0} ms`,
  }));
}

/** Processes that tell each other nothing find changes late, or not at all. */
function carrierLines({ processes }: SystemFacts): Finding[] {
  const carriers = new Set(processes.flatMap(({ carrier }) => (carrier ? [carrier.split('_')[0]] : [])));
  const away = processes.filter(({ carrier }) => carrier === 'redis_away');
  return [
    ...(carriers.size > 1
      ? [{ ok: false, text: 'Events: some processes have a REDIS_URL and some do not; give all of them the same one' }]
      : []),
    ...away.map(({ host, pid }) => ({
      ok: false,
      text: `Events: process ${host ?? '?'} ${pid ?? ''} cannot reach Redis and looks for changes in the database`,
    })),
  ];
}

function queueLines({ processes, jobs, incoming, outgoing }: SystemFacts): Finding[] {
  // Where nothing runs, everything waits.
  const isLate = processes.length > 0 && (jobs.oldest_age ?? 0) > patience;
  return [
    {
      ok: !isLate && jobs.failed === 0,
      text: `Jobs: ${jobs.waiting} waiting, ${jobs.running} running, ${jobs.failed} given up, oldest ${Math.round(jobs.oldest_age ?? 0)} s`,
    },
    {
      ok: incoming.quarantined === 0,
      text: `Incoming mail: ${incoming.waiting} waiting, ${incoming.quarantined} quarantined`,
    },
    { ok: outgoing.overdue === 0, text: `Outgoing mail: ${outgoing.overdue} overdue by more than five minutes` },
  ];
}
