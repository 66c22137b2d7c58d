import type { Message } from '@bellhop/contract';
import { Ellipsis, ImageOff } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { type Picture, PictureViewer } from '../../../media/index.ts';
import { ComposedHtml } from './ComposedHtml.tsx';
import { MailFrame } from './MailFrame.tsx';
import { PlainText } from './PlainText.tsx';
import { splitPlainText } from './plain-text.ts';
import { prepareMail } from './prepare-mail.ts';
import { showImagesOf, useShowsImages } from './remote-images.ts';
import './letter.css';

interface LetterProps {
  message: Message;
  /** Bare address whose pictures are remembered; the name where there is none. */
  address: string;
  name: string;
}

/** The text of a message: what we wrote, plain text, or a mail in its frame. */
export function Letter({ message, address, name }: LetterProps) {
  if (message.type === 'incoming' && message.content_type === 'html') {
    return <MailLetter message={message} address={address} name={name} />;
  }
  if (message.content_type === 'text') return <TextLetter text={message.text_content || message.content} />;
  return <ComposedHtml html={message.content} />;
}

function MailLetter({ message, address, name }: LetterProps) {
  const showsRemote = useShowsImages(address);
  const [isUnfolded, setUnfolded] = useState(false);
  const [picture, setPicture] = useState<Picture>();
  const { uuid, content, text_content } = message;
  const subject = typeof message.meta.subject === 'string' ? message.meta.subject : '';
  const mail = useMemo(
    () => prepareMail(uuid, content, { subject, showsRemote }),
    [uuid, content, subject, showsRemote],
  );
  const open = useCallback((source: string, alt: string) => {
    const file = source.replace(/^.*\/(?:thumb_)?/, '').replace(/\?.*$/, '');
    setPicture({ uuid: file, name: alt || t('media.picture') });
  }, []);
  return (
    <>
      {mail.held > 0 && (
        <p className="held-note">
          <ImageOff className="ico-14" aria-hidden />
          <span className="grow">{t('thread.images_held', { n: mail.held }, mail.held)}</span>
          <Button size="s" title={t('thread.load_images_help', { address })} onClick={() => showImagesOf(address)}>
            {t('thread.load_images')}
          </Button>
        </p>
      )}
      <MailFrame
        mail={mail}
        text={text_content}
        sender={name}
        showsRemote={showsRemote}
        isUnfolded={isUnfolded}
        onPicture={open}
      />
      {mail.hasFolded && <QuoteButton isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />}
      <PictureViewer
        pictures={picture ? [picture] : []}
        at={picture ? 0 : undefined}
        onMove={() => {}}
        onClose={() => setPicture(undefined)}
      />
    </>
  );
}

function TextLetter({ text }: { text: string }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const parts = useMemo(() => splitPlainText(text), [text]);
  const hasFolded = parts.some((part) => part.isFolded);
  return (
    <>
      <PlainText parts={isUnfolded ? parts : parts.filter((part) => !part.isFolded)} />
      {hasFolded && <QuoteButton isUnfolded={isUnfolded} onToggle={() => setUnfolded(!isUnfolded)} />}
    </>
  );
}

function QuoteButton({ isUnfolded, onToggle }: { isUnfolded: boolean; onToggle: () => void }) {
  const label = isUnfolded ? t('conversation.hideQuotedText') : t('conversation.showQuotedText');
  return (
    <button
      type="button"
      className="quote-btn"
      aria-expanded={isUnfolded}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <Ellipsis className="ico-14" aria-hidden />
    </button>
  );
}
