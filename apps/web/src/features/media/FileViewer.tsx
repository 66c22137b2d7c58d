import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { KeyboardEvent } from 'react';
import { fileSize } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { fileAddress, isPdf } from './file-address.ts';
import './media.css';

/** A picture, or a PDF. */
export interface ViewedFile {
  uuid: string;
  name: string;
  /** In bytes; unknown for pictures inside a text. */
  size?: number;
  content_type?: string;
}

interface FileViewerProps {
  files: readonly ViewedFile[];
  /** Index of the file on screen; undefined while the viewer is closed. */
  at: number | undefined;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** A picture as large as the screen allows, or a PDF in the browser's own viewer; arrows go to the next file, Escape closes. */
export function FileViewer({ files, at, onMove, onClose }: FileViewerProps) {
  const file = at === undefined ? undefined : files[at];
  const go = (step: 1 | -1) => at !== undefined && onMove((at + step + files.length) % files.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (files.length < 2 || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    go((event.key === 'ArrowRight') !== (document.documentElement.dir === 'rtl') ? 1 : -1);
  };
  return (
    <Radix.Root open={file !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="viewer" aria-describedby={undefined} onKeyDown={onKeyDown}>
          {file && (
            <>
              <div className="viewer-bar">
                <Radix.Title className="cut" dir="auto">
                  {file.name}
                </Radix.Title>
                {file.size !== undefined && <small>{fileSize(file.size)}</small>}
                {files.length > 1 && (
                  <small className="num">{t('media.count', { n: (at ?? 0) + 1, all: files.length })}</small>
                )}
                <span className="end" />
                <ViewerLinks file={file} />
                <Radix.Close
                  className={buttonClass({ tone: 'quiet' }, 'btn-icon')}
                  aria-label={t('globals.messages.close')}
                >
                  <X aria-hidden />
                </Radix.Close>
              </div>
              <div className="viewer-stage">
                <Shown key={file.uuid} file={file} />
                {files.length > 1 && (
                  <>
                    <IconButton
                      className="viewer-back"
                      label={t('media.previous')}
                      icon={<ChevronLeft className="flips" aria-hidden />}
                      onClick={() => go(-1)}
                    />
                    <IconButton
                      className="viewer-next"
                      label={t('media.next')}
                      icon={<ChevronRight className="flips" aria-hidden />}
                      onClick={() => go(1)}
                    />
                  </>
                )}
              </div>
            </>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Shown({ file }: { file: ViewedFile }) {
  const address = fileAddress(file.uuid);
  if (!isPdf(file)) return <img className="viewer-picture" src={address} alt={file.name} />;
  // Its address answers with a policy of its own that lets it do nothing.
  return <iframe className="viewer-pdf" src={address} title={file.name} />;
}

function ViewerLinks({ file }: { file: ViewedFile }) {
  const address = fileAddress(file.uuid);
  return (
    <>
      <a
        className={buttonClass({ tone: 'quiet' }, 'btn-icon')}
        href={address}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t('media.open_tab')}
      >
        <ExternalLink aria-hidden />
      </a>
      <a
        className={buttonClass({ tone: 'quiet' }, 'btn-icon')}
        href={`${address}?download=1`}
        download={file.name}
        aria-label={t('media.download')}
      >
        <Download aria-hidden />
      </a>
    </>
  );
}
