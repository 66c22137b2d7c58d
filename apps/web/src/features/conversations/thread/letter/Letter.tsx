import type { Message } from '@bellhop/contract';
import { useMemo, useState } from 'react';
import { ComposedHtml } from './ComposedHtml.tsx';
import { MailLetter } from './MailLetter.tsx';
import { PlainText } from './PlainText.tsx';
import { splitPlainText } from './plain-text.ts';
import { QuoteButton } from './QuoteButton.tsx';
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
