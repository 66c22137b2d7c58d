import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { Log } from '../lib/log.ts';
import { renderClientError } from './render-client-error.ts';
import { renderError } from './render-error.ts';
import type { LanguagePack } from './texts.ts';

/** A web server with Bellhop's body parsers, headers and errors, and no routes yet. */
export async function createServer(options: {
  log: Log;
  trustProxy: boolean | string;
  languagePack: () => LanguagePack;
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: () => crypto.randomUUID(),
    // Addresses that cannot be decoded never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      renderError(error, request, reply, options.languagePack());
    },
    clientErrorHandler: (error, socket) => renderClientError(error, socket, options.languagePack()),
    // Other offers than a websocket are declined, not refused: Node hands over every one of them otherwise.
    http: { shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket' },
    // Node's own limit, which Fastify switches off: a body that trickles in holds its connection no longer.
    requestTimeout: 300_000,
  });
  await app.register(cookie, { parseOptions: { encode: String } });
  await app.register(formbody, { bodyLimit: 5 * 1024 * 1024 });
  await app.register(multipart, {
    // How large a file may be is a setting, and whoever stages it looks at that as the bytes come.
    limits: { fileSize: Number.POSITIVE_INFINITY, files: 20, fields: 40, fieldSize: 1024 * 1024 },
  });
  // What is compressed here is made anew for each answer: quick counts for more than small. Files come compressed already.
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: 256 * 1024,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:', 'blob:', 'https:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameSrc: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
  });
  // An empty body with a content type is no error: toggles are sent so (wire A 1.2).
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      done(null, JSON.parse(body as string, surrogateEscape.test(body as string) ? wellFormed : undefined));
    } catch (error) {
      done(new AppError('input.undecodable', { params: { reason: (error as Error).message } }));
    }
  });
  app.setErrorHandler((error, request, reply) => renderError(error, request, reply, options.languagePack()));
  return app;
}

/** Half of a surrogate pair can only come as an escape, and PostgreSQL refuses it in JSON. */
const surrogateEscape = /\\u[dD][89a-fA-F]/;

function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value;
}
