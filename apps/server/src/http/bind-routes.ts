import { type RouteSpec, routes, type SuccessEnvelope, type WarningCode } from '@bellhop/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import { type FindCaller, type FoundKey, type FoundSession, guard } from './guard.ts';
import { parseInput } from './parse-input.ts';
import { joinIndexedFields, readFormValues, readMultipart } from './read-body.ts';
import type { Handlers, StageUpload, UploadedFile } from './request-context.ts';
import type { RequestLimit } from './request-limit.ts';
import { type LanguagePack, warningText } from './texts.ts';

type AnyHandler = (context: Record<string, unknown>) => Promise<unknown>;

/**
 * Binds every route of the contract to its handler: session, access, input, handler, output, envelope. Session and access come
 * before the body is read, so that a refused caller learns nothing by a malformed one. Outputs are checked against their schema
 * when `checkOutput` is set (development and tests): an undeclared or wrong member is a 500 there. Answers are `no-store`
 * unless the handler says otherwise; one with an `etag` that the caller already holds is a 304.
 */
export function bindRoutes(
  app: FastifyInstance,
  handlers: Handlers<typeof routes>,
  options: {
    findCaller: FindCaller;
    stageUpload: StageUpload;
    languagePack: () => LanguagePack;
    checkOutput: boolean;
    /** Of calls that need no session; the others answer to whoever is signed in. */
    publicLimit: RequestLimit;
  },
): void {
  const foundOf = new WeakMap<FastifyRequest, FoundSession | FoundKey | null>();
  for (const [name, spec] of Object.entries<RouteSpec>(routes)) {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[name]!;
    app.route({
      method: spec.method,
      url: spec.path,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        if (spec.access === 'public') admit(options.publicLimit, request.ip);
        const found = await options.findCaller(request);
        if (found) for (const cookie of found.set_cookies) reply.header('set-cookie', cookie);
        guard(spec, request, found);
        foundOf.set(request, found);
      },
      handler: async (request, reply) => {
        const found = foundOf.get(request);
        let body: unknown = request.body;
        let file: UploadedFile | undefined;
        if (spec.encoding === 'multipart') {
          const multipart = { fileParts: spec.file_parts ?? [], stage: options.stageUpload };
          ({ fields: body, file } = await readMultipart(request, multipart));
        } else if (body && request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
          body = readFormValues(spec.body, joinIndexedFields(body as Record<string, unknown>));
        }
        const warnings: NonNullable<SuccessEnvelope<unknown>['warnings']> = [];
        const handle = async () =>
          handler({
            ...parseInput(spec, { params: request.params, query: request.query, body }),
            actor: found?.agent ? { ...found.agent, ip: request.ip } : null,
            session: found?.agent ? found.session : null,
            file,
            ip: request.ip,
            user_agent: String(request.headers['user-agent'] ?? '').slice(0, 500),
            warn: (code: WarningCode, params?: Record<string, string>) =>
              warnings.push({ code, message: warningText(options.languagePack(), code, params) }),
            reply,
          });
        const result = await handle().finally(() => file?.staged.discard());
        const data = options.checkOutput ? spec.output.parse(result) : result;
        if (spec.redirects) return reply.redirect(data as string);
        const etag = reply.getHeader('etag');
        if (etag !== undefined && request.headers['if-none-match'] === etag) return reply.code(304).send();
        return reply.send(spec.bare ? data : { status: 'success', data, ...(warnings.length > 0 && { warnings }) });
      },
    });
  }
}

function admit(limit: RequestLimit, address: string): void {
  const seconds = limit(address);
  if (seconds === 0) return;
  throw new AppError('general.too_many_requests', { params: { seconds }, headers: { 'retry-after': String(seconds) } });
}
