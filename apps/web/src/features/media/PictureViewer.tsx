import { ChevronLeft, ChevronRight, Download, ExternalLink, X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import type { KeyboardEvent } from 'react';
import { fileSize } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { fileAddress } from './file-address.ts';
import './media.css';

export interface Picture {
  uuid: string;
  name: string;
  /** In bytes; unknown for pictures inside a text. */
  size?: number;
}

interface PictureViewerProps {
  pictures: readonly Picture[];
  /** Index of the picture on screen; undefined while the viewer is closed. */
  at: number | undefined;
  onMove: (at: number) => void;
  onClose: () => void;
}

/** A picture as large as the screen allows; arrows go to the next one, Escape closes. */
export function PictureViewer({ pictures, at, onMove, onClose }: PictureViewerProps) {
  const picture = at === undefined ? undefined : pictures[at];
  const go = (step: 1 | -1) => at !== undefined && onMove((at + step + pictures.length) % pictures.length);
  const onKeyDown = (event: KeyboardEvent) => {
    if (pictures.length < 2 || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
    event.preventDefault();
    go((event.key === 'ArrowRight') !== (document.documentElement.dir === 'rtl') ? 1 : -1);
  };
  return (
    <Radix.Root open={picture !== undefined} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content className="viewer" aria-describedby={undefined} onKeyDown={onKeyDown}>
          {picture && (
            <>
              <div className="viewer-bar">
                <Radix.Title className="cut" dir="auto">
                  {picture.name}
                </Radix.Title>
                {picture.size !== undefined && <small>{fileSize(picture.size)}</small>}
                {pictures.length > 1 && (
                  <small className="num">{t('media.count', { n: (at ?? 0) + 1, all: pictures.length })}</small>
                )}
                <span className="end" />
                <ViewerLinks picture={picture} />
                <Radix.Close
                  className={buttonClass({ tone: 'quiet' }, 'btn-icon')}
                  aria-label={t('globals.messages.close')}
                >
                  <X aria-hidden />
                </Radix.Close>
              </div>
              <div className="viewer-stage">
                <img key={picture.uuid} className="viewer-picture" src={fileAddress(picture.uuid)} alt={picture.name} />
                {pictures.length > 1 && (
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

function ViewerLinks({ picture }: { picture: Picture }) {
  const address = fileAddress(picture.uuid);
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
        download={picture.name}
        aria-label={t('media.download')}
      >
        <Download aria-hidden />
      </a>
    </>
  );
}
