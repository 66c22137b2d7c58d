import { cleanComposed } from './clean-html.ts';
import { ownPath } from './mail-images.ts';
import { ownOrigins } from './prepare-mail.ts';

/** What was cleaned last, by the text it was made of; the oldest first. */
const bodies = new Map<string, HTMLElement>();
const mostBodies = 200;
/** Longer texts are rare, and keeping them would cost more memory than cleaning them costs time. */
const longestKept = 20_000;

/**
 * The body of a document with what an agent composed, cleaned, its pictures fetched from the desk's own address. It is kept: the same
 * text comes again whenever its conversation is opened. Whoever shows it takes a copy.
 */
export function composedBody(html: string): HTMLElement {
  const known = bodies.get(html);
  if (known) return known;
  const body = cleanComposed(html);
  for (const image of body.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    image.setAttribute('src', ownPath(source, ownOrigins()) ?? source);
    image.setAttribute('loading', 'lazy');
  }
  if (html.length > longestKept) return body;
  bodies.set(html, body);
  const [oldest] = bodies.keys();
  if (bodies.size > mostBodies && oldest !== undefined) bodies.delete(oldest);
  return body;
}
