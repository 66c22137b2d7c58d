import { createHash } from 'node:crypto';
import { routes } from '@bellhop/contract';
import type { FastifyInstance } from 'fastify';
import { productVersion } from '../../lib/version.ts';
import { buildDocument } from './document.ts';

/**
 * Serves the API's description as `/api/v1/openapi.json`, to everybody: it tells nothing that the sources do not. It is made on the first
 * request, and anew when `app.root_url` has changed.
 */
export function registerApiDocs(app: FastifyInstance, options: { rootUrl: () => Promise<string> }): void {
  let made: { rootUrl: string; text: string; etag: string } | null = null;
  const current = async () => {
    const rootUrl = await options.rootUrl();
    if (made?.rootUrl === rootUrl) return made;
    const text = JSON.stringify(buildDocument({ routes, rootUrl, version: productVersion }));
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
    made = { rootUrl, text, etag: `"${hash}"` };
    return made;
  };
  app.get('/api/v1/openapi.json', async (request, reply) => {
    const { text, etag } = await current();
    reply.header('cache-control', 'public, no-cache').header('etag', etag);
    if (isHeld(request.headers['if-none-match'], etag)) return reply.code(304).send();
    return reply.type('application/json; charset=utf-8').send(text);
  });
}

/** Whether one of the copies that a client holds is the present one; proxies mark those that they compressed as weak. */
export function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((held) => held.trim().replace(/^W\//, '') === etag || held.trim() === '*');
}
