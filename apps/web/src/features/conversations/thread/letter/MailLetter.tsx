import type { Message } from '@bellhop/contract';
import { ImageOff } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../../../lib/after-paint.ts';
import { fileSize } from '../../../../lib/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { FileViewer, type ViewedFile } from '../../../media/index.ts';
import { focusThread } from '../thread-focus.ts';
import { beginningOf } from './long-mail.ts';
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
  const [isWholeWanted, setWholeWanted] = useState(false);
  const [picture, setPicture] = useState<ViewedFile>();
  const { uuid, content, text_content } = message;
  const subject = typeof message.meta.subject === 'string' ? message.meta.subject : '';
  const beginning = useMemo(() => beginningOf(content), [content]);
  const html = isWholeWanted ? content : (beginning ?? content);
  const mail = useMemo(
    () => (isPrepared ? prepareMail(html, { subject, showsRemote }) : undefined),
    [isPrepared, html, subject, showsRemote],
  );
  const showWhole = useCallback(() => setWholeWanted(true), []);
  const open = useCallback((source: string, alt: string) => {
    const file = source.replace(/^.*\/(?:thumb_)?/, '').replace(/\?.*$/, '');
    setPicture({ uuid: file, name: alt || t('media.picture') });
  }, []);
  return (
    <div ref={box}>
      {mail && mail.held > 0 && <HeldNote held={mail.held} address={address} />}
      <MailFrame
        key={showsRemote ? 'all' : 'held'}
        id={`${uuid}${showsRemote ? '+' : ''}${isWholeWanted ? '*' : ''}`}
        mail={mail}
        // To build all of a long one anew whenever it comes near would be felt in scrolling.
        isNear={isNear || isWholeWanted}
        text={text_content}
        sender={name}
        showsRemote={showsRemote}
        isUnfolded={isUnfolded}
        onPicture={open}
      />
      {mail && html.length < content.length && <CutNote rest={content.length - html.length} onWhole={showWhole} />}
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

/** Below the beginning of a very long mail. The rest takes a moment, of which the button tells before it begins. */
function CutNote({ rest, onWhole }: { rest: number; onWhole: () => void }) {
  const [isComing, setComing] = useState(false);
  useEffect(() => (isComing ? afterPaint(onWhole) : undefined), [isComing, onWhole]);
  return (
    <p className="cut-note">
      <span className="grow">{t('thread.cut', { size: fileSize(rest) })}</span>
      <Button
        size="s"
        aria-disabled={isComing}
        onClick={({ currentTarget }) => {
          setComing(true);
          // The button goes with what it asked for; the keys go on in the thread.
          focusThread(currentTarget);
        }}
      >
        {isComing ? t('globals.terms.loading') : t('thread.show_whole')}
      </Button>
    </p>
  );
}
