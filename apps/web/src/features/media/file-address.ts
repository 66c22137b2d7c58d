import type { Attachment } from '@bellhop/contract';

/** Where a stored file is served; on this site, whatever root URL its `url` names. */
export function fileAddress(uuid: string): string {
  return `/uploads/${uuid}`;
}

/** The small picture of a stored picture (wire A 14.2). */
export function thumbnailAddress(uuid: string): string {
  return `/uploads/thumb_${uuid}`;
}

/** Whether it is a PDF. */
export function isPdf({ content_type }: { content_type?: string }): boolean {
  return content_type === 'application/pdf';
}

/** Whether the browser can show it; vector pictures are only ever downloaded. */
export function isPicture({ content_type }: Pick<Attachment, 'content_type'>): boolean {
  return /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i.test(content_type);
}
