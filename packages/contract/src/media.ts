import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { time } from './primitives.ts';

/** An uploaded file (wire A 14.1); `id` is what a message's `attachments` lists. */
export const MediaItem = z.object({
  id: z.number(),
  created_at: time,
  uuid: z.string(),
  filename: z.string(),
  content_type: z.string(),
  size: z.number(),
  store: z.enum(['fs', 's3']),
  disposition: z.enum(['inline', 'attachment']),
  url: z.string(),
});
export type MediaItem = z.output<typeof MediaItem>;

/** Fields beside the file, whose part is called `files`; `file` is taken too (settled question 22). */
export const MediaFields = z.object({ inline: z.string().optional(), linked_model: z.string().optional() });

export const mediaRoutes = defineRoutes({
  'media.upload': {
    method: 'POST',
    path: '/api/v1/media',
    access: { any_of: ['messages:write', 'conversations:write'] },
    encoding: 'multipart',
    file_parts: ['files', 'file'],
    body: MediaFields,
    output: MediaItem,
    summary: 'Stores one file, to be attached to a message by its id',
  },
});
