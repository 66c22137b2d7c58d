import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { language, t } from '../../../../lib/i18n.ts';
import { useTheme } from '../../../../lib/theme.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { screens } from '../../../../ui/use-media.ts';
import { type Look, mailDocument, pageFontFaces, themedClass, unfoldedClass } from './mail-document.ts';
import { heldClass } from './mail-images.ts';
import { usePassedOnEvents } from './pass-on-events.ts';
import type { PreparedMail } from './prepare-mail.ts';

interface MailFrameProps {
  /** Names the text and what is shown of it: what its height depends on. */
  id: string;
  /** Undefined until it is needed. */
  mail: PreparedMail | undefined;
  isNear: boolean;
  /** The mail's plain text, to guess how much room it will need. */
  text: string;
  /** Names the frame: whose mail it is. */
  sender: string;
  showsRemote: boolean;
  isUnfolded: boolean;
  /** A picture of ours inside the mail was clicked. */
  onPicture: (address: string, name: string) => void;
}

/** Heights of mails seen before, by their text: the frame has its room before it has loaded. */
const heights = new Map<string, number>();
const mostHeights = 500;
/** A letter smaller than the one is set anew rather than shrunk; smaller than the other it cannot be read. */
const comfortableZoom = 0.85;
const smallestZoom = 0.55;

/**
 * A mail in a sandboxed frame without scripts that grows to its content. It stands only while it is near the window.
 * Mail with colours of its own lies on its light sheet, other mail takes on the theme.
 */
export function MailFrame({ id, mail, isNear, text, sender, showsRemote, isUnfolded, onPicture }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(() => heights.get(id) ?? guessHeight(text));
  const [loads, setLoads] = useState(0);
  const theme = useTheme();
  const hasOwnColours = mail?.hasOwnColours ?? false;
  const look = useMemo(() => lookOf(theme, hasOwnColours, isUnfolded), [theme, hasOwnColours, isUnfolded]);
  const latestLook = useRef(look);
  latestLook.current = look;
  const source = useMemo(() => {
    if (!isNear || !mail) return undefined;
    const { origin } = window.location;
    // A later change of the look is made in the document that stands; it must not build another one.
    const parts = { language: language(), origin, showsRemote, fontFaces: pageFontFaces(), look: latestLook.current };
    return mailDocument({ body: mail.body, ...parts });
  }, [isNear, mail, showsRemote]);

  const measure = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    const isScrolled = fitWidth(page);
    // A scroll bar under a wide mail must not hide its last line.
    const next = Math.ceil(page.body.getBoundingClientRect().height) + (isScrolled ? 16 : 0);
    remember(id, next);
    setHeight(next);
  }, [id]);

  useLayoutEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!root || loads === 0) return;
    root.className = look.classes.join(' ');
    for (const [name, value] of Object.entries(look.properties)) root.style.setProperty(name, value);
    measure();
  }, [loads, look, measure]);

  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body || loads === 0) return;
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    return () => observer.disconnect();
  }, [loads, measure]);

  usePassedOnEvents(frame, loads, onPicture);

  return (
    <div className={classNames('mail', hasOwnColours && 'sheet')}>
      {source === undefined ? (
        <div style={{ height }} />
      ) : (
        <iframe
          ref={frame}
          title={t('thread.mail_of', { name: sender })}
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          srcDoc={source}
          style={{ height }}
          onLoad={() => setLoads((count) => count + 1)}
        />
      )}
    </div>
  );
}

/**
 * Fits a mail that is too wide: a little by making it smaller, more by letting its fixed widths go, and what is left by making
 * it smaller again. Answers whether it has to be scrolled sideways after all, for want of room to be read in.
 */
function fitWidth({ documentElement: root, body }: Document): boolean {
  body.style.removeProperty('zoom');
  giveWidthsBack(body);
  let part = root.clientWidth / root.scrollWidth;
  // First what is too wide by itself, then columns that are too wide together.
  for (const least of [1, 0.4]) {
    if (part >= comfortableZoom) break;
    takeWidthsOff(body, root.clientWidth * least);
    part = root.clientWidth / root.scrollWidth;
  }
  if (part >= 1) return false;
  if (part < smallestZoom) return true;
  body.style.setProperty('zoom', String(part));
  return false;
}

const ownStyle = 'data-own-style';
const pictures = `img, .${heldClass}`;

/** Lets go of the widths above a length in px; what they were is kept on the elements. Pictures only shrink. */
function takeWidthsOff(body: HTMLElement, least: number): void {
  const wide = [...body.querySelectorAll<HTMLElement>(`table, td, th, div, p, center, ${pictures}`)].filter(
    (element) => element.offsetWidth > least,
  );
  for (const element of wide) {
    if (!element.hasAttribute(ownStyle)) element.setAttribute(ownStyle, element.getAttribute('style') ?? '');
    element.style.setProperty('min-width', '0', 'important');
    element.style.setProperty('max-width', '100%', 'important');
    if (!element.matches(pictures))
      element.style.setProperty('width', element.tagName === 'TABLE' ? '100%' : 'auto', 'important');
  }
}

function giveWidthsBack(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`[${ownStyle}]`)) {
    element.setAttribute('style', element.getAttribute(ownStyle) ?? '');
    element.removeAttribute(ownStyle);
  }
}

/** The colours and type of the page, for a mail's document. */
function lookOf(theme: 'light' | 'dark', hasOwnColours: boolean, isUnfolded: boolean): Look {
  const page = getComputedStyle(document.documentElement);
  const own = ['accent', 'line', 'control', 'font', 'mono'].map((name) => [
    `--${name}`,
    page.getPropertyValue(`--${name}`),
  ]);
  const renamed = { sheet: 'mail-sheet', 'sheet-text': 'mail-text', text: 'text-1', faint: 'text-3' };
  const taken = Object.entries(renamed).map(([name, token]) => [`--${name}`, page.getPropertyValue(`--${token}`)]);
  const isPhone = window.matchMedia(screens.phone).matches;
  return {
    classes: [hasOwnColours ? '' : themedClass, isUnfolded ? unfoldedClass : ''].filter(Boolean),
    properties: {
      ...Object.fromEntries([...own, ...taken]),
      '--scheme': theme,
      '--size': isPhone ? '16px' : '15px',
      '--leading': isPhone ? '25px' : '24px',
    },
  };
}

const lineHeight = 24;
const lineLength = 60;
const mostGuessedLines = 30;

/** Room for a mail that has not been seen yet: by its lines and their length. */
function guessHeight(text: string): number {
  const lines = text.slice(0, lineLength * mostGuessedLines).split('\n');
  const wrapped = lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 0);
  return Math.min(wrapped, mostGuessedLines) * lineHeight;
}

function remember(id: string, height: number): void {
  heights.delete(id);
  heights.set(id, height);
  const [oldest] = heights.keys();
  if (heights.size > mostHeights && oldest !== undefined) heights.delete(oldest);
}
