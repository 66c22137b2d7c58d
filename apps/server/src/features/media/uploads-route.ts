import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import type { Deps } from '../../core/deps.ts';
import { demandAgent, type FindCaller } from '../../http/guard.ts';
import { contentDisposition, dispositionOf, isUnchanged, parseRange, safetyHeaders } from './file-headers.ts';
import type { CanReadConversation } from './may-open-file.ts';
import { type OpenedFile, openFile } from './open-file.ts';

interface UploadRequest {
  Params: { name: string };
  Querystring: { download?: string };
}

/**
 * `GET /uploads/<name>`: files by session cookie, because images and new tabs send no headers (wire A 14.2), or by API key. Byte ranges,
 * conditional requests, `?download=1`.
 */
export function registerUploads(
  app: FastifyInstance,
  deps: Deps,
  options: { findCaller: FindCaller; canReadConversation: CanReadConversation },
): void {
  app.route<UploadRequest>({
    method: ['GET', 'HEAD'],
    url: '/uploads/:name',
    // Ranges count stored bytes; a compressed answer would count others.
    compress: false,
    handler: async (request, reply) => {
      const actor = await signedIn(request, options.findCaller);
      const file = await openFile(deps, actor, request.params.name, options.canReadConversation);
      return send(request, reply, deps, file, request.query.download === '1');
    },
  });
}

async function signedIn(request: FastifyRequest<UploadRequest>, findCaller: FindCaller): Promise<Actor> {
  return demandAgent(await findCaller(request as FastifyRequest));
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  file: OpenedFile,
  isDownload: boolean,
): Promise<FastifyReply> {
  const modified = file.modified.toUTCString();
  reply.headers({
    ...safetyHeaders(file.content_type),
    'content-type': file.content_type,
    'content-disposition': contentDisposition(dispositionOf(file, isDownload), file.filename),
    'accept-ranges': 'bytes',
    etag: file.etag,
    'last-modified': modified,
  });
  if (isUnchanged(request.headers, file.etag, file.modified)) return reply.code(304).send();
  const condition = request.headers['if-range'];
  const isSameFile = condition === undefined || condition === file.etag || condition === modified;
  const range = isSameFile ? parseRange(request.headers.range, file.size) : null;
  if (range === 'unsatisfiable') {
    return reply.code(416).header('content-range', `bytes */${file.size}`).header('content-length', 0).send();
  }
  // Before anything is answered: a storage that is away is told with a status.
  const bytes = request.method === 'HEAD' ? null : await deps.storage.stream(file.storage_key, range ?? undefined);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  reply.header('content-length', range ? range.end - range.start + 1 : file.size);
  return reply.send(bytes);
}
