import type { Message } from '@bellhop/contract';
import { ImageOff } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FileViewer, type ViewedFile } from '../../../media/index.ts';
import { MailFrame } from './MailFrame.tsx';
import { prepareMail } from './prepare-mail.ts';
import { QuoteButton } from './QuoteButton.tsx';
import { showImagesOf, useShowsImages } from './remote-images.ts';
import { useNearView } from './use-near-view.ts';
import './letter.css';

interface MailLetterProps {
  message: Message;
  /** Bare address whose pictures are remembered; the name where there is none. */
  address: string;
  name: string;
}

/** A mail from outside. It is cleaned when it comes near the window, and stands in its frame while it is there. */
export function MailLetter({ message, address, name }: MailLetterProps) {
  const box = useRef<HTMLDivElement>(null);
  const isNear = useNearView(box);
  const wasNear = useRef(false);
  wasNear.current ||= isNear;
  const isPrepared = wasNear.current;
  const showsRemote = useShowsImages(address);
  const [isUnfolded, setUnfolded] = useState(false);
  const [picture, setPicture] = useState<ViewedFile>();
  const { uuid, content, text_content } = message;
  const subject = typeof message.meta.subject === 'string' ? message.meta.subject : '';
  const mail = useMemo(
    () => (isPrepared ? prepareMail(content, { subject, showsRemote }) : undefined),
    [isPrepared, content, subject, showsRemote],
  );
  const open = useCallback((source: string, alt: string) => {
    const file = source.replace(/^.*\/(?:thumb_)?/, '').replace(/\?.*$/, '');
    setPicture({ uuid: file, name: alt || t('media.picture') });
  }, []);
  return (
    <div ref={box}>
      {mail && mail.held > 0 && <HeldNote held={mail.held} address={address} />}
      <MailFrame
        key={showsRemote ? 'all' : 'held'}
        id={`${uuid}${showsRemote ? '+' : ''}`}
        mail={mail}
        isNear={isNear}
        text={text_content}
        sender={name}
        showsRemote={showsRemote}
        isUnfolded={isUnfolded}
        onPicture={open}
      />
      {mail?.hasFolded && <QuoteButton isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />}
      <FileViewer
        files={picture ? [picture] : []}
        at={picture ? 0 : undefined}
        onMove={() => {}}
        onClose={() => setPicture(undefined)}
      />
    </div>
  );
}

function HeldNote({ held, address }: { held: number; address: string }) {
  return (
    <p className="held-note">
      <ImageOff className="ico-14" aria-hidden />
      <span className="grow">{t('thread.images_held', { n: held }, held)}</span>
      <Button size="s" title={t('thread.load_images_help', { address })} onClick={() => showImagesOf(address)}>
        {t('thread.load_images')}
      </Button>
    </p>
  );
}
