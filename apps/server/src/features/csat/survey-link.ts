import type { Sealer } from '../../lib/crypto.ts';
import { sameSecret } from '../../lib/crypto.ts';

const purpose = 'csat';

/** What opens a survey; nobody can make it who has not got the desk's key. */
export function signatureOf(sealer: Sealer, uuid: string): string {
  return sealer.sign(purpose, uuid);
}

export function isSignature(sealer: Sealer, uuid: string, signature: string): boolean {
  return sameSecret(signatureOf(sealer, uuid), signature);
}

/** The public page of a survey (settled question 32). */
export function surveyLink(sealer: Sealer, rootUrl: string, uuid: string): string {
  return `${rootUrl}/csat/${uuid}?s=${signatureOf(sealer, uuid)}`;
}
