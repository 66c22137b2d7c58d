export { attachmentsOf, claimMedia, releaseMedia } from './attachments.ts';
export { linkAvatar, storeAvatar, unlinkAvatars } from './avatars.ts';
export { collectMedia } from './collect-media.ts';
export { contentDisposition, safetyHeaders } from './file-headers.ts';
export {
  claimInlineImages,
  contentIdsIn,
  type InlineImages,
  inlineImagesOf,
  showInlineImages,
} from './inline-images.ts';
export type { CanReadConversation } from './may-open-file.ts';
export { createMediaHandlers } from './media.handlers.ts';
export { listMediaByIds, listMediaByUuids, type MediaRow } from './media.queries.ts';
export { mediaUrl, parseUuid, uuidOfMediaUrl } from './media-address.ts';
export { createStageUpload } from './stage-upload.ts';
export { attachStoredFiles, discardFiles, type IncomingFile, type StoredFile, storeFiles } from './store-files.ts';
export { markMoved } from './sweep.queries.ts';
export { ownsStorage, sweepStorage } from './sweep-storage.ts';
export { registerUploads } from './uploads-route.ts';
