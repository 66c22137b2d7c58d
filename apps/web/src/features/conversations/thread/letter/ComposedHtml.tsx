import { useLayoutEffect, useMemo, useRef } from 'react';
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
    return clean;
  }, [html]);
  useLayoutEffect(() => {
    box.current?.replaceChildren(...[...body.childNodes].map((node) => document.importNode(node, true)));
  }, [body]);
  return <div ref={box} className="letter" dir="auto" />;
}
