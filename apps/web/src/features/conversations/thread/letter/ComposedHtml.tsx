import { parseMention } from '@bellhop/rules/mention';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { findCurrentAgent } from '../../../../lib/session.ts';
import { cleanComposed } from './clean-html.ts';
import { ownPath } from './mail-images.ts';
import { ownOrigins } from './prepare-mail.ts';
import './letter.css';

/** What an agent wrote, set in the page's own type. */
export function ComposedHtml({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  const body = useMemo(() => {
    const clean = cleanComposed(html);
    for (const image of clean.querySelectorAll('img')) {
      image.setAttribute(
        'src',
        ownPath(image.getAttribute('src') ?? '', ownOrigins()) ?? image.getAttribute('src') ?? '',
      );
      image.setAttribute('loading', 'lazy');
    }
    for (const mention of clean.querySelectorAll('[data-mention]')) {
      if (callsMe(mention.getAttribute('data-mention') ?? '')) mention.classList.add('is-me');
    }
    return clean;
  }, [html]);
  useLayoutEffect(() => {
    box.current?.replaceChildren(...[...body.childNodes].map((node) => document.importNode(node, true)));
  }, [body]);
  return <div ref={box} className="letter" dir="auto" />;
}

/** Whether a mention is of the reader, or of a team of the reader's. */
function callsMe(mark: string): boolean {
  const mention = parseMention(mark);
  const me = findCurrentAgent();
  if (!mention || !me) return false;
  return mention.type === 'agent' ? mention.id === me.id : me.teams.some((team) => team.id === mention.id);
}
