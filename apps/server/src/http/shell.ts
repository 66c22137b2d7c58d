import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { FindSession, FoundSession, SessionSource } from './guard.ts';
import { localPath } from './local-path.ts';
import { registerStatic } from './static.ts';

const publicPages = ['/', '/reset-password', '/set-password', '/index.html'];
const protectedPages = ['/inboxes', '/teams', '/views', '/admin', '/contacts', '/reports', '/account'];
const firstPage = '/inboxes/assigned';

export interface ShellOptions {
  /** Folder of the built web client. */
  dist: string;
  findSession: FindSession;
  /** Set-Cookie values that a page brings along. */
  pageCookies: (source: SessionSource, found: FoundSession | null) => Promise<string[]>;
  /** A picture of the desk's own; null for the one that comes with the client. */
  deskPicture: (picture: 'logo' | 'favicon') => Promise<{ etag: string; content: Buffer } | null>;
  /** Ends the session of a request; answers Set-Cookie values and where to go on. */
  logout: (source: SessionSource, ip: string) => Promise<{ set_cookies: string[]; location: string }>;
}

async function sendFile(reply: FastifyReply, path: string, type: string): Promise<FastifyReply> {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new AppError('general.route_not_found');
    throw error;
  });
  return reply.header('cache-control', 'no-cache').type(type).send(content);
}

/**
 * The pages of the browser client, their files and their redirects (wire A 3.5, 3.6): public pages lead a signed-in agent on,
 * protected ones lead everybody else to the login page, which comes back by `next`. Also answers whatever no route takes.
 */
export async function registerShell(app: FastifyInstance, options: ShellOptions): Promise<void> {
  const find = async (request: FastifyRequest, reply: FastifyReply) => {
    const found = await options.findSession(request);
    for (const cookie of found?.set_cookies ?? []) reply.header('set-cookie', cookie);
    for (const cookie of await options.pageCookies(request, found)) reply.header('set-cookie', cookie);
    reply.header('cache-control', 'no-store');
    return found;
  };
  const sendShell = async (reply: FastifyReply) => {
    const html = await readFile(join(options.dist, 'index.html')).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (html) return reply.type('text/html; charset=utf-8').send(html);
    return reply
      .code(503)
      .type('text/plain; charset=utf-8')
      .send('The web client has not been built yet. Run "npm run build", then start Bellhop again.\n');
  };

  for (const url of publicPages) {
    app.get(url, async (request, reply) => {
      const found = await find(request, reply);
      if (!found?.agent) return sendShell(reply);
      const { next } = request.query as { next?: string | string[] };
      return reply.redirect(localPath(Array.isArray(next) ? next[0] : next) ?? firstPage);
    });
  }
  for (const url of protectedPages.flatMap((prefix) => [prefix, `${prefix}/*`])) {
    app.get(url, async (request, reply) => {
      const found = await find(request, reply);
      if (found?.agent) return sendShell(reply);
      return reply.redirect(`/?next=${encodeURIComponent(request.url)}`);
    });
  }
  app.get('/logout', async (request, reply) => {
    const { set_cookies, location } = await options.logout(request, request.ip);
    for (const cookie of set_cookies) reply.header('set-cookie', cookie);
    return reply.header('cache-control', 'no-store').redirect(location);
  });
  for (const [url, picture] of [
    ['/logo.png', 'logo'],
    ['/favicon.ico', 'favicon'],
  ] as const) {
    app.get(url, async (request, reply) => {
      // Mails show it, wherever they are read.
      reply.header('cross-origin-resource-policy', 'cross-origin');
      const own = await options.deskPicture(picture);
      if (!own) return sendFile(reply, join(options.dist, url), url.endsWith('.ico') ? 'image/x-icon' : 'image/png');
      reply.header('cache-control', 'no-cache').header('etag', own.etag);
      if (request.headers['if-none-match'] === own.etag) return reply.code(304).send();
      return reply.type('image/png').send(own.content);
    });
  }
  await registerStatic(app, {
    dist: options.dist,
    sendShell: async (request, reply) => {
      await find(request, reply);
      return sendShell(reply);
    },
  });
}
