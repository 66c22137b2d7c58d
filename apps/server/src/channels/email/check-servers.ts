import type { ConnectionCheck, InboxConfig } from '@bellhop/contract';
import { type ConnectionTest, testImap, testSmtp } from './transport/test-connection.ts';

/** Tries every server of a configuration at once, each within 9 s; nothing is changed and nothing sent. */
export async function checkServers(config: InboxConfig): Promise<ConnectionCheck[]> {
  return Promise.all([
    ...config.imap.map(async (account) => result('imap', account, await testImap(account))),
    ...config.smtp.map(async (account) => result('smtp', account, await testSmtp(account))),
  ]);
}

function result(
  kind: ConnectionCheck['kind'],
  { host, port }: { host: string; port: number },
  test: ConnectionTest,
): ConnectionCheck {
  const server = { kind, host: `${host}:${port}` };
  if (test.ok) return { ...server, ok: true, detail: test.detail, problem: null };
  return { ...server, ok: false, detail: test.error, problem: test.problem };
}
