import { type RouteSpec, routes } from '@bellhop/contract';
import type { FastifyInstance } from 'fastify';
import { type FindSession, guard } from './guard.ts';
import { parseInput } from './parse-input.ts';
import { joinIndexedFields, readMultipart } from './read-body.ts';
import type { Handlers, UploadedFile } from './request-context.ts';

type AnyHandler = (context: Record<string, unknown>) => Promise<unknown>;

/**
 * Binds every route of the contract to its handler: session, access, input, handler, output, envelope. Outputs are checked
 * against their schema when `checkOutput` is set (development and tests): an undeclared or wrong member is a 500 there.
 */
export function bindRoutes(
  app: FastifyInstance,
  handlers: Handlers<typeof routes>,
  options: { findSession: FindSession; checkOutput: boolean },
): void {
  for (const [name, spec] of Object.entries<RouteSpec>(routes)) {
    const handler = (handlers as unknown as Record<string, AnyHandler>)[name]!;
    app.route({
      method: spec.method,
      url: spec.path,
      handler: async (request, reply) => {
        const found = await options.findSession(request);
        if (found) for (const cookie of found.set_cookies) reply.header('set-cookie', cookie);
        guard(spec, request, found);
        let body: unknown = request.body;
        let files: UploadedFile[] = [];
        if (spec.encoding === 'multipart') ({ fields: body, files } = await readMultipart(request));
        else if (request.headers['content-type']?.startsWith('application/x-www-form-urlencoded')) {
          body = joinIndexedFields((body ?? {}) as Record<string, unknown>);
        }
        const input = parseInput(spec, { params: request.params, query: request.query, body });
        const result = await handler({
          ...input,
          actor: found?.agent ?? null,
          session: found?.agent ? found.session : null,
          files,
          ip: request.ip,
          user_agent: String(request.headers['user-agent'] ?? '').slice(0, 500),
          reply,
        });
        const data = options.checkOutput ? spec.output.parse(result) : result;
        reply.header('cache-control', 'no-store');
        return reply.send(spec.bare ? data : { status: 'success', data });
      },
    });
  }
}
