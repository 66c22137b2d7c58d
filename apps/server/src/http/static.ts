import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import { type RouteSpec, routes } from '@bellhop/contract';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { spareHeaders } from './security-headers.ts';

/**
 * Serves the files of the built client: those below `assets/` carry a hash in their names and are kept for a year, the others
 * are asked for again each time. Whatever no route and no file answers is an error of the API or a page of the client.
 */
export async function registerStatic(
  app: FastifyInstance,
  options: { dist: string; sendShell: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> },
): Promise<void> {
  const isReading = (method: string) => method === 'GET' || method === 'HEAD';
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!;
    const allowed = isApi(path) ? methodsOf(path) : ['GET', 'HEAD'];
    if (allowed.length > 0 && !allowed.includes(request.method)) {
      throw new AppError('general.method_not_allowed', { headers: { allow: allowed.join(', ') } });
    }
    if (isApi(path) || isFile(path) || !isReading(request.method)) throw new AppError('general.route_not_found');
    return options.sendShell(request, reply);
  });
  if (!existsSync(options.dist)) return;
  await app.register(fastifyStatic, {
    root: options.dist,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(`${options.dist}${sep}assets${sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      if (isHashed && /\.(js|css|woff2)(\.br|\.gz)?$/.test(path)) spareHeaders(reply);
    },
  });
}

/** Paths that only programs ask for: a page in their place would hide the mistake. */
function isApi(path: string): boolean {
  return /^\/(api|uploads|ws|health|metrics)(\/|$)/.test(path);
}

/** A missing script or picture must not come back as a page, or a browser with an old page would run it. */
function isFile(path: string): boolean {
  return /^\/(assets|images|emoji)\/|\.(ico|png|svg|jpe?g|gif|webp|m?js|css|map|json|txt|xml|woff2?)$/.test(path);
}

const patterns = Object.values<RouteSpec>(routes).map((route) => ({
  method: route.method,
  expression: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}/?$`),
}));

/** The methods that a path of the API takes; none when it is unknown. */
function methodsOf(path: string): string[] {
  if (/^\/(uploads\/[^/]+|ws|health|metrics|api\/v1\/openapi\.json|api\/docs(\/[^/]+)?)\/?$/.test(path))
    return ['GET', 'HEAD'];
  const methods = new Set(patterns.filter(({ expression }) => expression.test(path)).map(({ method }) => method));
  return [...methods, ...(methods.has('GET') ? ['HEAD'] : [])];
}
