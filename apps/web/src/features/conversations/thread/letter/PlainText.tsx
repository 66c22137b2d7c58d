import { type ReactNode, useMemo } from 'react';
import type { TextPart } from './plain-text.ts';
import './letter.css';

/** Plain text as it was written, with its links to follow. */
export function PlainText({ parts }: { parts: readonly TextPart[] }) {
  return (
    <div className="letter is-plain" dir="auto">
      {withKeys(parts).map(([key, part]) =>
        part.kind === 'quote' ? (
          <blockquote key={key}>
            <Linked text={part.text.replace(/^\s?[>＞] ?/gm, '')} />
          </blockquote>
        ) : (
          <div key={key} className={part.kind === 'signature' ? 'soft' : undefined}>
            <Linked text={part.text.replace(/^\n+|\n+$/g, '')} />
          </div>
        ),
      )}
    </div>
  );
}

/** The parts of one mail do not move: their place is their name. */
function withKeys(parts: readonly TextPart[]): [string, TextPart][] {
  return parts.map((part, index) => [`${index}`, part]);
}

const link = /\bhttps?:\/\/[^\s<>"]+|\bmailto:[^\s<>"]+|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gi;

function Linked({ text }: { text: string }) {
  return useMemo(() => linked(text), [text]);
}

/** The text with web and mail addresses as links; a closing bracket or full stop behind one is not part of it. */
function linked(text: string): ReactNode[] {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(link)) {
    const address = trimEnd(match[0]);
    nodes.push(text.slice(end, match.index));
    const href = address.includes('@') && !/^(?:https?|mailto):/i.test(address) ? `mailto:${address}` : address;
    nodes.push(
      <a key={match.index} href={href} target="_blank" rel="noopener noreferrer">
        {address}
      </a>,
    );
    end = match.index + address.length;
  }
  nodes.push(text.slice(end));
  return nodes;
}

function trimEnd(address: string): string {
  const bare = address.replace(/[.,;:!?'"]+$/, '');
  const hasOpen = bare.includes('(');
  return hasOpen ? bare : bare.replace(/[)\]]+[.,;:!?'"]*$/, '');
}
