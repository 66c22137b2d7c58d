import type { RouteSpec } from '@bellhop/contract';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { AppError } from '../core/app-error.ts';
import type { StageUpload, UploadedFile } from './request-context.ts';

/** A multipart body: text fields by name (the first wins), and the first file under a name that is taken. */
export interface MultipartBody {
  fields: Record<string, string>;
  file: UploadedFile | undefined;
}

/**
 * Reads a multipart body; its file is staged as it comes, never held in memory, and it is the caller's to discard. Throws
 * input.undecodable and what staging throws; then the rest of the body is let through unread, so that the client hears why.
 */
export async function readMultipart(
  request: FastifyRequest,
  options: { fileParts: readonly string[]; stage: StageUpload },
): Promise<MultipartBody> {
  if (!request.isMultipart())
    throw new AppError('input.undecodable', { params: { reason: 'multipart/form-data expected' } });
  const body: MultipartBody = { fields: Object.create(null) as Record<string, string>, file: undefined };
  try {
    await readParts(request, options, body);
    return body;
  } catch (error) {
    await body.file?.staged.discard();
    request.raw.unpipe();
    request.raw.resume();
    // The parser's own errors, such as a body that breaks off, carry neither a status nor a system call.
    const { statusCode, syscall } = error as { statusCode?: number; syscall?: string };
    if (error instanceof AppError || statusCode !== undefined || syscall !== undefined) throw error;
    throw new AppError('input.undecodable', { params: { reason: (error as Error).message }, cause: error });
  }
}

async function readParts(
  request: FastifyRequest,
  options: { fileParts: readonly string[]; stage: StageUpload },
  body: MultipartBody,
): Promise<void> {
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.valueTruncated) throw new AppError('general.body_too_large');
      if (!(part.fieldname in body.fields)) body.fields[part.fieldname] = String(part.value);
    } else if (body.file || !options.fileParts.includes(part.fieldname)) {
      part.file.resume();
    } else {
      const staged = await options.stage(part.file);
      body.file = { filename: part.filename, content_type: part.mimetype, staged };
    }
  }
}

/** Makes `tags[0]=a&tags[1]=b` an array again (wire A 1.2); dots in names stay dots. */
export function joinIndexedFields(form: Record<string, unknown>): Record<string, unknown> {
  // A Map: a name such as __proto__ stays a name.
  const joined = new Map<string, unknown>();
  for (const [name, value] of Object.entries(form)) {
    const indexed = /^(.+)\[(\d*)\]$/.exec(name);
    if (!indexed) {
      joined.set(name, value);
      continue;
    }
    const list = joined.get(indexed[1]!);
    if (Array.isArray(list)) list.push(value);
    else joined.set(indexed[1]!, [value]);
  }
  return Object.fromEntries(joined);
}

/**
 * Takes texts of a form for the values they stand for (wire B 0.3), where a member of the route's body refuses them as texts: `true`
 * and `false`, digits, and nothing at all for a member that is absent. What means nothing stays as it is, and is refused by its name.
 */
export function readFormValues(body: RouteSpec['body'], form: Record<string, unknown>): Record<string, unknown> {
  const shape: Record<string, z.ZodType> = body && 'shape' in body ? (body.shape as Record<string, z.ZodType>) : {};
  const read: [name: string, value: unknown][] = [];
  for (const [name, value] of Object.entries(form)) {
    const member = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (typeof value !== 'string' || !member || member.safeParse(value).success) read.push([name, value]);
    else if (value !== '') read.push([name, meaningOf(value, member)]);
  }
  // Not by assignment: a name such as __proto__ stays a name.
  return Object.fromEntries(read);
}

function meaningOf(text: string, member: z.ZodType): unknown {
  const meanings = [
    text === 'true' ? [true] : [],
    text === 'false' ? [false] : [],
    /^\d{1,15}$/.test(text) ? [Number(text)] : [],
  ];
  return meanings.flat().find((value) => member.safeParse(value).success) ?? text;
}
