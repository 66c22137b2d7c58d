import { parse as parseQueryText } from 'node:querystring';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawRequestDefaultExpression as RawRequest,
} from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { Log } from '../lib/log.ts';
import { inLogContext } from '../lib/log-context.ts';
import type { TrustsPeer } from '../lib/trusted-peers.ts';
import { parseJsonBody } from './json-body.ts';
import { renderClientError } from './render-client-error.ts';
import { renderError } from './render-error.ts';
import { dataHeaders, registerSecurityHeaders } from './security-headers.ts';
import type { LanguagePack } from './texts.ts';

/** How long a connection may take, in milliseconds. */
export interface Patience {
  /** For the head of a request, from the connection's beginning on. */
  headersMs: number;
  /** For a whole request, large uploads over slow lines included. */
  requestMs: number;
  /** For the next request on the same connection. */
  idleMs: number;
  /** With no byte in either direction. */
  standstillMs: number;
  /** How often heads and requests are looked at. */
  lookMs: number;
}

const defaultPatience: Patience = {
  headersMs: 20_000,
  requestMs: 300_000,
  idleMs: 72_000,
  standstillMs: 300_000,
  lookMs: 5_000,
};

/** A web server with Bellhop's body parsers, headers and errors, and no routes yet. */
export async function createServer(options: {
  log: Log;
  /** Whose forwarded headers are believed; false for nobody's. */
  trustProxy: false | TrustsPeer;
  languagePack: () => LanguagePack;
  /** Whether browsers reach the desk by https, by the protocol of a request; without it the protocol alone tells. */
  isTls?: (protocol: string) => Promise<boolean>;
  patience?: Partial<Patience>;
}): Promise<FastifyInstance> {
  const patience = { ...defaultPatience, ...options.patience };
  const app = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy,
    bodyLimit: 10 * 1024 * 1024,
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: (request) => requestId(request, options.trustProxy),
    // The log knows the request by its context; a logger for each would say it twice.
    childLoggerFactory: (logger) => logger,
    // Addresses that cannot be decoded never reach the error handler.
    frameworkErrors: (error, request, reply) => {
      // Nor do they pass any hook.
      renderError(error, request, reply.headers(dataHeaders), options.languagePack());
    },
    clientErrorHandler: (error, socket) => renderClientError(error, socket, options.languagePack()),
    http: {
      // Other offers than a websocket are declined, not refused: Node hands over every one of them otherwise.
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      headersTimeout: patience.headersMs,
      connectionsCheckingInterval: patience.lookMs,
    },
    // Node's own limit, which Fastify switches off: a body that trickles in holds its connection no longer.
    requestTimeout: patience.requestMs,
    keepAliveTimeout: patience.idleMs,
    // Nothing moves either way: somebody takes an answer and does not read it.
    connectionTimeout: patience.standstillMs,
  });
  registerSecurityHeaders(app, options.isTls ?? (async (protocol) => protocol === 'https'));
  // By this the log knows the request, and who asks about one can name it.
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.header('x-request-id', id);
    inLogContext({ request_id: id }, done);
  });
  // Reading the body ends the context of what came before.
  app.addHook('preValidation', ({ id }, _reply, done) => inLogContext({ request_id: id }, done));
  app.addHook('onResponse', async (request, reply) => logAnswer(options.log, request, reply));
  await app.register(cookie, { parseOptions: { encode: String } });
  await app.register(formbody, { bodyLimit: 5 * 1024 * 1024, parser: parseForm });
  await app.register(multipart, {
    // How large a file may be is a setting, and whoever stages it looks at that as the bytes come.
    limits: {
      fileSize: Number.POSITIVE_INFINITY,
      files: 20,
      fields: 40,
      parts: 60,
      headerPairs: 40,
      fieldSize: 1024 * 1024,
    },
  });
  // What is compressed here is made anew for each answer: quick counts for more than small. Files come compressed already.
  await app.register(compress, {
    threshold: 1024,
    syncThreshold: 256 * 1024,
    // Answers alone: a small request may not become a large one in here.
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
  });
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding'];
    if (encoding !== undefined && encoding.toLowerCase() !== 'identity') throw new AppError('input.compressed');
  });
  // An empty body with a content type is no error: toggles are sent so (wire A 1.2).
  app.addContentTypeParser('application/json', { parseAs: 'string' }, async (_request: FastifyRequest, body: string) =>
    parseJsonBody(body),
  );
  app.setErrorHandler((error, request, reply) => renderError(error, request, reply, options.languagePack()));
  return app;
}

/** What a proxy may call a request by: no line of the log is made to say something else by it. */
const legalId = /^[A-Za-z0-9][A-Za-z0-9._-]{7,63}$/;

/** The id that a believed proxy gave the request, so that its log and ours can be read together; else a new one. */
function requestId({ headers, socket }: RawRequest, trustProxy: false | TrustsPeer): string {
  const given = headers['x-request-id'];
  const isBelieved = trustProxy !== false && trustProxy(socket.remoteAddress, 0);
  return isBelieved && typeof given === 'string' && legalId.test(given) ? given : crypto.randomUUID();
}

/** Every answer, for who looks for something: the route in place of the address, which may hold what is confidential. */
function logAnswer(log: Log, { method, routeOptions, id }: FastifyRequest, reply: FastifyReply): void {
  const { url: route = 'none' } = routeOptions;
  const duration_ms = Math.round(reply.elapsedTime);
  log.debug({ request_id: id, method, route, status: reply.statusCode, duration_ms }, 'answered');
}

/** Fields of one form: no form of the contract has a fiftieth of them. */
const mostFormFields = 2_000;

/** A form's fields; a name that comes twice has a list. Nothing of it inherits from anything. */
function parseForm(text: string): Record<string, unknown> {
  let fields = 1;
  for (let at = text.indexOf('&'); at !== -1; at = text.indexOf('&', at + 1)) fields++;
  if (fields > mostFormFields)
    throw new AppError('input.undecodable', { params: { reason: 'it holds too many fields' } });
  // Not its own limit, which leaves the rest out without a word.
  return parseQueryText(text, '&', '=', { maxKeys: 0 });
}
