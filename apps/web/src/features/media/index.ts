export { fileProblem } from './check-file.ts';
export { FileChip, type FileChipProps } from './FileChip.tsx';
export { FileViewer, type ViewedFile } from './FileViewer.tsx';
export { isPicture, thumbnailAddress } from './file-address.ts';
export { MessageFiles } from './MessageFiles.tsx';
export { uploadFile } from './media.api.ts';
