export { attachmentsOf, claimMedia } from './attachments.ts';
export { contentIdsIn, normaliseContentId } from './image-sources.ts';
export { claimInlineImages, type InlineImages, inlineImagesOf, showInlineImages } from './inline-images.ts';
export type { MediaRow } from './media.queries.ts';
export { mediaUrl, parseUuid } from './media-address.ts';
