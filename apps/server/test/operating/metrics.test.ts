import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { createHarness, type Harness } from '../harness.ts';
import { createMailDesk, type MailDesk } from '../mail-desk.ts';

const root = join(import.meta.dirname, '../../../..');
const mail = `From: Ada <ada@customer.example>
To: support@bellhop.local
Subject: Figures
Message-ID: <figures@customer.example>

How many?`;

let desk: MailDesk;
let worker: Harness;
beforeAll(async () => {
  desk = await createMailDesk();
  // Figures of the replica are told wherever one is named; this one is none, which is told and no more.
  const replica = { DATABASE_URL: desk.databaseUrl, DATABASE_READ_URL: desk.databaseUrl };
  const log = createLog('silent');
  worker = await createHarness({ share: desk, roles: ['worker'], env: { BELLHOP_MONITOR_PORT: '0', ...replica }, log });
});
afterAll(async () => {
  await worker.close();
  await desk.close();
});

const scrape = async (address: string | null) => (await fetch(`${address}/metrics`)).text();

test('a process with all roles tells of requests, mail, jobs, sockets, database and disk', async () => {
  await desk.take(mail);
  const text = await scrape(desk.app.address());
  expect(text).toMatch(/^bellhop_mails_fetched_total\{source="smtp"\} 1$/m);
  expect(text).toMatch(/^bellhop_mails_stored_total 1$/m);
  for (const role of ['web', 'worker', 'mail']) expect(text).toContain(`bellhop_process_role{role="${role}"} 1`);
  for (const name of [
    'jobs_waiting',
    'jobs_oldest_seconds',
    'mails_waiting',
    'outgoing_oldest_seconds',
    'webhooks_waiting',
    'pushes_waiting',
    'sla_oldest_due_seconds',
    'websocket_connections',
    'change_log_lag_seconds',
    'database_up',
    'database_connections',
    'database_size_bytes',
    'disk_free_bytes',
  ]) {
    expect(text).toMatch(new RegExp(`^bellhop_${name} \\d`, 'm'));
  }
  expect(text).toMatch(/^bellhop_inbox_failing\{inbox="\d+",name="Local mail"\} 0$/m);
  expect(text).toMatch(/^bellhop_build_info\{version="\d+\.\d+\.\d+[^"]*",node_version="v\d/m);
});

test('jobs are counted by how they ended, by the process that ran them', async () => {
  const counted = /^bellhop_job_duration_seconds_count\{task="mail.process",outcome="done"\} (\d+)$/m;
  await desk.until(async () => {
    const both = await Promise.all([scrape(desk.app.address()), scrape(worker.app.monitorAddress())]);
    return both.some((text) => counted.test(text));
  }, 'the job that took the mail in is counted');
});

describe('a process without the role web', () => {
  test('answers health and metrics, and nothing else', async () => {
    const address = worker.app.monitorAddress();
    expect(worker.app.address()).toBeNull();
    const health = await fetch(`${address}/health`);
    expect(health.status).toBe(200);
    expect(await health.json()).toEqual({ status: 'success', data: true });
    expect(await scrape(address)).toContain('bellhop_process_role{role="worker"} 1');
    for (const path of ['/', '/api/v1/settings/general', '/uploads/x']) {
      expect((await fetch(address + path)).status, path).toBe(404);
    }
  });

  test('listens nowhere unless it is told to', async () => {
    const silent = await createHarness({ share: desk, roles: ['worker'] });
    expect(silent.app.monitorAddress()).toBeNull();
    await silent.close();
  });
});

/** Names of metrics in a query of Prometheus; words of its own, functions and labels are none. */
function metricNames(query: string): string[] {
  const bare = query
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, '')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g, '');
  const words = [...bare.matchAll(/[a-zA-Z_:][\w:]*(?!\w)(?!\s*\()/g)].map(([word]) => word);
  return words.filter((word) => !['and', 'or', 'unless', 'bool', 'offset'].includes(word));
}

/** Names that a scrape has, with those that a histogram stands for. */
function namesOf(text: string): Set<string> {
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'count', 'sum'].map((part) => `${name}_${part}`) : [name],
    ),
  );
}

test('names are found in queries', () => {
  const query = 'histogram_quantile(0.95, sum by (le, job) (rate(a_bucket{x="y z"}[5m]))) / b > 2 or vector(0)';
  expect(metricNames(query)).toEqual(['a_bucket', 'b']);
});

test('every query of the dashboard and of the alerts asks for figures that there are', async () => {
  const scraped = await Promise.all([scrape(desk.app.address()), scrape(worker.app.monitorAddress())]);
  const names = namesOf(scraped.join('\n')).add('up');
  const dashboard = JSON.parse(await readFile(join(root, 'deploy/grafana/bellhop.json'), 'utf8')) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const ofPanels = dashboard.panels.flatMap((panel) => panel.targets?.map(({ expr }) => expr) ?? []);
  const rules = await readFile(join(root, 'deploy/prometheus/bellhop.rules.yml'), 'utf8');
  const ofRules = [...rules.matchAll(/^ {8}expr: (?:>-\n)?((?:.+\n)(?: {10}.+\n)*)/gm)].map(([, expr = '']) => expr);
  expect(ofPanels.length).toBeGreaterThan(40);
  expect(ofRules).toHaveLength([...rules.matchAll(/- alert:/g)].length);
  for (const query of [...ofPanels, ...ofRules]) {
    const asked = metricNames(query);
    expect(asked, query).not.toEqual([]);
    for (const name of asked) expect(names.has(name), `${name} in ${query}`).toBe(true);
  }
  const shown = new Set([...ofPanels, ...ofRules].flatMap(metricNames));
  const hidden = [...names].filter((name) => name.startsWith('bellhop_') && !shown.has(name) && !/_sum$/.test(name));
  expect(hidden, 'figures that no panel and no alert shows').toEqual(['bellhop_process_role']);
});

test('each alert is told of in the guide', async () => {
  const rules = await readFile(join(root, 'deploy/prometheus/bellhop.rules.yml'), 'utf8');
  const guide = await readFile(join(root, 'docs/how-to/monitor.md'), 'utf8');
  for (const [, alert = ''] of rules.matchAll(/- alert: (\w+)/g)) expect(guide).toContain(`\`${alert}\``);
});
