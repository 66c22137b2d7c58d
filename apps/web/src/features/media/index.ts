export { fileProblem } from './check-file.ts';
export { FileChip, type FileChipProps } from './FileChip.tsx';
export { MessageFiles } from './MessageFiles.tsx';
export { uploadFile } from './media.api.ts';
export { type Picture, PictureViewer } from './PictureViewer.tsx';
