import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { signatures } from './sign.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../../docs/webhooks.md'), 'utf8');
const codeOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)![1]!;
const body = '{"event":"contact.updated","text":"Grüße 😀"}';
const secret = 'whsec_present';
const now = Math.floor(Date.now() / 1000);
/** What the code of the page has to say of headers. */
const cases: [isGood: boolean, timestamp: string, signature: string][] = [
  [true, String(now), signatures([secret], now, body)],
  [true, String(now), signatures(['whsec_new', secret], now, body)],
  [true, String(now - 200), signatures([secret], now - 200, body)],
  [false, String(now), signatures(['whsec_else'], now, body)],
  [false, String(now), signatures([secret], now, `${body} `)],
  [false, String(now), signatures([secret], now - 1, body)],
  [false, String(now - 400), signatures([secret], now - 400, body)],
  [false, 'soon', signatures([secret], now, body)],
  [false, String(now), ''],
  [false, String(now), 'v1='],
  [false, String(now), signatures([secret], now, body).replace('v1', 'v0')],
];
const wanted = cases.map(([isGood]) => isGood);
const given = JSON.stringify(cases.map(([, timestamp, signature]) => ({ timestamp, signature })));

test('the code for Node.js in docs/webhooks.md takes what is signed, and nothing else', async () => {
  const module: { isFromBellhop(secret: string, headers: Record<string, string>, body: string): boolean } =
    await import(`data:text/javascript,${encodeURIComponent(codeOf('js'))}`);
  const verdicts = cases.map(([, timestamp, signature]) =>
    module.isFromBellhop(secret, { 'bellhop-timestamp': timestamp, 'bellhop-signature': signature }, body),
  );
  expect(verdicts).toEqual(wanted);
});

const isThere = (command: string) => spawnSync(command, ['--version']).status === 0;
function run(command: string, args: string[], code: string): unknown {
  const result = spawnSync(command, [...args, code], { encoding: 'utf8' });
  expect(result.stderr).toBe('');
  return JSON.parse(result.stdout);
}

test.skipIf(!isThere('python3'))('so does the code for Python', () => {
  const code = `${codeOf('python')}
import json
cases = json.loads(${JSON.stringify(given)})
body = json.loads(${JSON.stringify(JSON.stringify(body))}).encode()
print(json.dumps([is_from_bellhop("${secret}", {"Bellhop-Timestamp": one["timestamp"], "Bellhop-Signature": one["signature"]}, body) for one in cases]))`;
  expect(run('python3', ['-c'], code)).toEqual(wanted);
});

test.skipIf(!isThere('php'))('so does the code for PHP', () => {
  const code = `${codeOf('php')}
$verdicts = array_map(fn($one) => isFromBellhop('${secret}', ['bellhop-timestamp' => $one['timestamp'], 'bellhop-signature' => $one['signature']], ${JSON.stringify(body).replaceAll('$', '\\$')}), json_decode('${given}', true));
echo json_encode($verdicts);`;
  expect(run('php', ['-r'], code)).toEqual(wanted);
});
