import { isIP } from 'node:net';
import type { Reader } from '../../db/types.ts';
import { loadSettings } from '../settings/index.ts';

/** What passkeys are bound to. */
export interface RelyingParty {
  id: string;
  origin: string;
  name: string;
}

/**
 * The desk as passkeys know it, from `app.root_url`; null where browsers make none: without TLS, and under a bare IP address. When
 * the host name changes, passkeys made before work no more.
 */
export async function relyingParty(db: Reader): Promise<RelyingParty | null> {
  const { 'app.root_url': rootUrl, 'app.site_name': name } = await loadSettings(db);
  const url = URL.parse(rootUrl);
  if (!url || isIP(url.hostname) || url.hostname.startsWith('[')) return null;
  const isLocal = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
  if (url.protocol !== 'https:' && !isLocal) return null;
  return { id: url.hostname, origin: url.origin, name };
}
