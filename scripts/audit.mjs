import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { capture } from './processes.mjs';

/** Exit status that says: nothing could be found out. */
export const skipped = 3;

/** Weaknesses that are known and do not concern us; each entry says which advisory, why, and until when that is believed. */
export const allowListPath = 'scripts/audit-allowed.json';

/**
 * Judges what `npm audit --json` printed. `lines` say what to do about each advisory of severity high or critical that no entry
 * allows, and about entries that are over or no longer needed; `skipped` says why there is nothing to judge.
 */
export function judgeAudit(printed, allowed, today) {
  let report;
  try {
    report = JSON.parse(printed);
  } catch {
    return { skipped: 'npm printed no report', lines: [] };
  }
  if (!report.vulnerabilities)
    return { skipped: report.message ?? report.error?.summary ?? 'npm gave no report', lines: [] };
  const found = new Map();
  for (const { via } of Object.values(report.vulnerabilities)) {
    // Texts name another package of the list, by which this one is concerned.
    for (const advisory of via.filter((one) => typeof one === 'object')) {
      if (['high', 'critical'].includes(advisory.severity)) found.set(idOf(advisory), advisory);
    }
  }
  const lines = [];
  for (const [id, { severity, name, title, url }] of found) {
    const entry = allowed.find(({ advisory }) => advisory === id);
    if (!entry) lines.push(`${severity}: ${name}: ${title} (${url}). Update it, or add ${id} to ${allowListPath}.`);
    else if (entry.until < today)
      lines.push(`${severity}: ${name}: ${title} (${url}) was allowed until ${entry.until}.`);
  }
  for (const { advisory } of allowed) {
    if (!found.has(advisory))
      lines.push(`${advisory} in ${allowListPath} concerns nothing that is installed: take it out.`);
  }
  return { skipped: null, lines };
}

/** As it is called by everybody: the last part of its address. */
function idOf({ url, source }) {
  return /GHSA(-[a-z0-9]{4}){3}$/.exec(url ?? '')?.[0] ?? String(source);
}

/** Reads the allow-list; throws what is wrong with it. */
export function readAllowed(text) {
  const entries = JSON.parse(text);
  for (const { advisory, reason, until } of entries) {
    if (!advisory || !reason || !/^\d{4}-\d{2}-\d{2}$/.test(until ?? '')) {
      throw new Error(`${allowListPath}: every entry needs an advisory, a reason and a day until which it counts`);
    }
  }
  return entries;
}

/** Asks the registry; answers the exit status. Whoever has no network, or a registry without the service, is told so and goes on. */
async function run(root) {
  const allowed = readAllowed(readFileSync(join(root, allowListPath), 'utf8'));
  const patience = ['--fetch-retries=0', '--fetch-timeout=8000'];
  const { output } = await capture(['npm', 'audit', '--omit=dev', '--json', '--loglevel=silent', ...patience], {
    cwd: root,
    timeout: 20_000,
  }).catch((error) => ({ output: JSON.stringify({ message: error.message }) }));
  const { skipped: reason, lines } = judgeAudit(output, allowed, new Date().toISOString().slice(0, 10));
  if (reason) console.log(reason);
  for (const line of lines) console.log(line);
  if (reason) return skipped;
  return lines.length > 0 ? 1 : 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await run(process.cwd());
