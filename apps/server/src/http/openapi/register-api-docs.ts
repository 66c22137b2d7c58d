import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { routes } from '@bellhop/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../core/app-error.ts';
import { productVersion } from '../../lib/version.ts';
import type { LanguagePack } from '../texts.ts';
import { buildDocument } from './document.ts';
import { renderPages } from './page/render-pages.ts';

interface Text {
  type: string;
  text: string;
  etag: string;
}

interface Published {
  rootUrl: string;
  document: Text;
  /** By the last part of their addresses. */
  pages: Map<string, Text>;
}

const assets = { 'docs.css': 'text/css', 'docs.js': 'text/javascript' };

/**
 * Serves the API's description, as `/api/v1/openapi.json` for programs and at `/api/docs` for people, to everybody: it tells nothing that
 * the sources do not. It is made on the first request, and anew when `app.root_url` has changed. The pages need nothing from elsewhere.
 */
export function registerApiDocs(
  app: FastifyInstance,
  options: { rootUrl: () => Promise<string>; englishTexts: () => LanguagePack },
): void {
  let made: Published | null = null;
  const current = async () => {
    const rootUrl = await options.rootUrl();
    if (made?.rootUrl !== rootUrl) made = publish(rootUrl, options.englishTexts());
    return made;
  };
  app.get('/api/v1/openapi.json', async (request, reply) => send(request, reply, (await current()).document));
  app.get('/api/docs', async (request, reply) => send(request, reply, (await current()).pages.get('')));
  app.get<{ Params: { page: string } }>('/api/docs/:page', async (request, reply) =>
    send(request, reply, (await current()).pages.get(request.params.page)),
  );
}

function publish(rootUrl: string, pack: LanguagePack): Published {
  const document = buildDocument({ routes, rootUrl, version: productVersion });
  const pages = [...renderPages(document, pack)].map(([name, text]): [string, Text] => [
    name,
    named('text/html', text),
  ]);
  for (const [name, type] of Object.entries(assets)) {
    pages.push([name, named(type, readFileSync(join(import.meta.dirname, 'page', name), 'utf8'))]);
  }
  return { rootUrl, document: named('application/json', JSON.stringify(document)), pages: new Map(pages) };
}

function named(type: string, text: string): Text {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return { type: `${type}; charset=utf-8`, text, etag: `"${hash}"` };
}

function send(request: FastifyRequest, reply: FastifyReply, found: Text | undefined): FastifyReply {
  if (!found) throw new AppError('general.route_not_found');
  reply.header('cache-control', 'public, no-cache').header('etag', found.etag);
  if (isHeld(request.headers['if-none-match'], found.etag)) return reply.code(304).send();
  return reply.type(found.type).send(found.text);
}

/** Whether one of the copies that a client holds is the present one; proxies mark those that they compressed as weak. */
function isHeld(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((held) => held.trim().replace(/^W\//, '') === etag);
}
