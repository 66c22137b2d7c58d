import type { Attachment } from '@bellhop/contract';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { cutFileName, fileSize } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { downloadAll } from './download-all.ts';
import { FileChip } from './FileChip.tsx';
import { FileViewer } from './FileViewer.tsx';
import { fileAddress, isPdf, isPicture, thumbnailAddress } from './file-address.ts';
import './media.css';

/** More files than this wait behind a button. */
const mostShown = 6;

/**
 * The files of a message: pictures as thumbnails, everything else as a line. Pictures open large, and so do PDFs where the
 * browser shows them; other files open in a new tab.
 */
export function MessageFiles({ files }: { files: readonly Attachment[] }) {
  const [opened, setOpened] = useState<number>();
  const [areAllShown, setAllShown] = useState(false);
  if (files.length === 0) return null;
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  const viewed = [...pictures, ...(navigator.pdfViewerEnabled ? others.filter(isPdf) : [])];
  const hidden = areAllShown || others.length <= mostShown + 1 ? 0 : others.length - mostShown;
  return (
    <div className="files">
      {pictures.length > 0 && (
        <ul className="pictures" aria-label={t('media.pictures')}>
          {pictures.map((picture, index) => (
            <li key={picture.uuid}>
              <Thumbnail picture={picture} onOpen={() => setOpened(index)} />
            </li>
          ))}
        </ul>
      )}
      {(others.length > 0 || files.length > 1) && (
        <ul className="file-row" aria-label={t('media.files')}>
          {others.slice(0, others.length - hidden).map((file) => (
            <li key={file.uuid}>
              <FileChip
                {...file}
                href={fileAddress(file.uuid)}
                {...(viewed.includes(file) ? { onOpen: () => setOpened(viewed.indexOf(file)) } : {})}
              />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <Button tone="quiet" size="s" onClick={() => setAllShown(true)}>
                {t('media.more', { n: hidden }, hidden)}
              </Button>
            </li>
          )}
          {files.length > 1 && (
            <li>
              <Button tone="quiet" size="s" icon={<Download aria-hidden />} onClick={() => downloadAll(files)}>
                {t('media.download_all')}
              </Button>
            </li>
          )}
        </ul>
      )}
      <FileViewer files={viewed} at={opened} onMove={setOpened} onClose={() => setOpened(undefined)} />
    </div>
  );
}

function Thumbnail({ picture, onOpen }: { picture: Attachment; onOpen: () => void }) {
  return (
    <button type="button" className="picture" onClick={onOpen} title={picture.name}>
      <img src={thumbnailAddress(picture.uuid)} alt="" loading="lazy" width="128" height="88" />
      <span className="picture-name">
        <span dir="auto">{cutFileName(picture.name)}</span>
        <small>{fileSize(picture.size)}</small>
      </span>
    </button>
  );
}
