import type { DraftContent } from '@bellhop/contract';
import { rewriteImageSources } from '../../lib/html-images.ts';
import { parseUuid, uuidOfMediaUrl } from '../media/index.ts';

/** The files that a draft carries or shows, by uuid: as long as it or one of its versions is there, they are not collected. */
export function mediaOf(content: DraftContent, rootUrl: string): string[] {
  const uuids = new Set<string>();
  for (const file of content.files) {
    const uuid = parseUuid(file.uuid);
    if (uuid !== null) uuids.add(uuid);
  }
  if (content.html.includes('<img')) {
    rewriteImageSources(content.html, (source) => {
      const uuid = uuidOfMediaUrl(source, rootUrl);
      if (uuid !== null) uuids.add(uuid);
      return null;
    });
  }
  return [...uuids];
}
