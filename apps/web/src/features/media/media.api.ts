import type { MediaItem } from '@bellhop/contract';
import { api } from '../../lib/api.ts';

export interface UploadOptions {
  /** A picture inside the text instead of an attachment. */
  isInline: boolean;
  signal: AbortSignal;
  /** Part that has left, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Stores one file for a message (wire A 14.1). Throws ApiError; ends only when nothing has moved for 10 s (lib/api.ts). */
export function uploadFile(file: File, { isInline, signal, onProgress }: UploadOptions): Promise<MediaItem> {
  const body = { inline: String(isInline), linked_model: 'messages' };
  return api('media.upload', { body, files: [file] }, { signal, onProgress });
}
