import { createHmac } from 'node:crypto';

/** The header that proves who sent a body: one signature for each secret that counts, over `timestamp.body` (docs/webhooks.md). */
export function signatures(secrets: readonly string[], timestamp: number, body: string): string {
  return secrets
    .map((secret) => `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`)
    .join(',');
}
