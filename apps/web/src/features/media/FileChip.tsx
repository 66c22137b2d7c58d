import {
  FileArchive,
  FileAudio,
  File as FileIcon,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  type LucideIcon,
  X,
} from 'lucide-react';
import type { MouseEvent } from 'react';
import { cutFileName, fileSize } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Tooltip } from '../../ui/Tooltip.tsx';
import './media.css';

export interface FileChipProps {
  name: string;
  /** In bytes. */
  size: number;
  content_type: string;
  /** With it the chip is a link that opens the file in a new tab. */
  href?: string;
  /** Opens the file here instead; with Ctrl, Cmd or Shift it still goes to a new tab. */
  onOpen?: () => void;
  /** Address of a small picture of it. */
  thumbnail?: string;
  /** Part that has left, 0 to 1; undefined for a file that is there. */
  progress?: number;
  /** Removes the file, or ends its upload. */
  onRemove?: () => void;
}

/** A file in one line: picture of its kind, name cut to 17 characters, size; while uploading how far it is. */
export function FileChip({ name, size, content_type, href, onOpen, thumbnail, progress, onRemove }: FileChipProps) {
  const Icon = iconOf(content_type, name);
  const isLoading = progress !== undefined;
  const body = (
    <>
      {thumbnail ? <img className="file-thumbnail" src={thumbnail} alt="" /> : <Icon aria-hidden />}
      <span dir="auto">{cutFileName(name)}</span>
      <small>{isLoading ? t('media.uploaded', { part: Math.round(progress * 100) }) : fileSize(size)}</small>
    </>
  );
  if (href) {
    return (
      <Tooltip label={name}>
        <a
          className="file"
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          {...(onOpen ? { onClick: unlessModified(onOpen) } : {})}
        >
          {body}
        </a>
      </Tooltip>
    );
  }
  return (
    <span className="file" title={name}>
      {body}
      {onRemove && (
        <button type="button" className="file-remove" onClick={onRemove} aria-label={removeLabel(isLoading, name)}>
          <X className="ico-14" aria-hidden />
        </button>
      )}
      {isLoading && <span className="file-progress" style={{ transform: `scaleX(${progress})` }} />}
    </span>
  );
}

function unlessModified(onOpen: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
}

function removeLabel(isLoading: boolean, name: string): string {
  return isLoading ? t('media.cancel_upload', { name }) : t('globals.messages.remove', { name });
}

function iconOf(contentType: string, name: string): LucideIcon {
  const [kind] = contentType.split('/', 1);
  if (kind === 'image') return FileImage;
  if (kind === 'audio') return FileAudio;
  if (kind === 'video') return FileVideo;
  if (/zip|compressed|tar|rar|7z/.test(contentType)) return FileArchive;
  if (/spreadsheet|excel|csv/.test(contentType) || /\.(?:csv|xlsx?|ods)$/i.test(name)) return FileSpreadsheet;
  return kind === 'text' || /pdf|word|document|rtf/.test(contentType) ? FileText : FileIcon;
}
