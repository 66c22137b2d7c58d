import { parseMention } from '@bellhop/rules/mention';
import { useLayoutEffect, useRef } from 'react';
import { findCurrentAgent } from '../../../../lib/session.ts';
import { composedBody } from './composed-body.ts';
import './letter.css';

/** What an agent wrote, set in the page's own type. */
export function ComposedHtml({ html }: { html: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = document.importNode(composedBody(html), true);
    for (const mention of shown.querySelectorAll('[data-mention]')) {
      if (callsMe(mention.getAttribute('data-mention') ?? '')) mention.classList.add('is-me');
    }
    box.current?.replaceChildren(...shown.childNodes);
  }, [html]);
  return <div ref={box} className="letter" dir="auto" />;
}

/** Whether a mention is of the reader, or of a team of the reader's. */
function callsMe(mark: string): boolean {
  const mention = parseMention(mark);
  const me = findCurrentAgent();
  if (!mention || !me) return false;
  return mention.type === 'agent' ? mention.id === me.id : me.teams.some((team) => team.id === mention.id);
}
