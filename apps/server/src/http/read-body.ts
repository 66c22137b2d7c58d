import type { FastifyRequest } from 'fastify';
import { AppError } from '../core/app-error.ts';
import type { UploadedFile } from './request-context.ts';

/** Reads a multipart body: text fields by name (the first wins), files whole in memory. Throws input.undecodable. */
export async function readMultipart(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; files: UploadedFile[] }> {
  if (!request.isMultipart())
    throw new AppError('input.undecodable', { params: { reason: 'multipart/form-data expected' } });
  try {
    return await readParts(request);
  } catch (error) {
    // The parser's own errors, such as a body that breaks off, carry no status.
    if ((error as { statusCode?: number }).statusCode !== undefined) throw error;
    throw new AppError('input.undecodable', { params: { reason: (error as Error).message }, cause: error });
  }
}

async function readParts(request: FastifyRequest): Promise<{ fields: Record<string, string>; files: UploadedFile[] }> {
  const fields: Record<string, string> = {};
  const files: UploadedFile[] = [];
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      files.push({
        field: part.fieldname,
        filename: part.filename,
        content_type: part.mimetype,
        bytes: await part.toBuffer(),
      });
    } else if (!(part.fieldname in fields)) {
      fields[part.fieldname] = String(part.value);
    }
  }
  return { fields, files };
}

/** Makes `tags[0]=a&tags[1]=b` an array again (wire A 1.2); dots in names stay dots. */
export function joinIndexedFields(form: Record<string, unknown>): Record<string, unknown> {
  const joined: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(form)) {
    const indexed = /^(.+)\[(\d*)\]$/.exec(name);
    if (!indexed) {
      joined[name] = value;
      continue;
    }
    const list = joined[indexed[1]!];
    if (Array.isArray(list)) list.push(value);
    else joined[indexed[1]!] = [value];
  }
  return joined;
}
