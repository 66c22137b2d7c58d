import { getSettings } from '../../../../lib/settings.ts';
import { cleanMail } from './clean-html.ts';
import { foldQuotes } from './fold-quotes.ts';
import { takeOffPlainColours } from './mail-colours.ts';
import { holdImages } from './mail-images.ts';

/** A mail's HTML, ready for its frame. */
export interface PreparedMail {
  body: HTMLElement;
  hasFolded: boolean;
  hasOwnColours: boolean;
  /** Pictures from elsewhere that wait to be asked for. */
  held: number;
}

/** Cleans a mail, holds its pictures back, folds its history and looks for colours of its own. */
export function prepareMail(
  html: string,
  { subject, showsRemote }: { subject: string; showsRemote: boolean },
): PreparedMail {
  const body = cleanMail(html);
  const held = holdImages(body, { showsRemote, ownOrigins: ownOrigins() });
  const hasOwnColours = takeOffPlainColours(body);
  const hasFolded = foldQuotes(body, subject);
  return { body, hasFolded, hasOwnColours, held };
}

/** This page's origin, and that of the root URL under which the server writes its addresses. */
export function ownOrigins(): string[] {
  const root = URL.parse(getSettings()['app.root_url'])?.origin;
  return root && root !== window.location.origin ? [window.location.origin, root] : [window.location.origin];
}
