import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { language, t } from '../../../../lib/i18n.ts';
import { useTheme } from '../../../../lib/theme.ts';
import { classNames } from '../../../../ui/class-names.ts';
import { mailDocument, pageFontFaces, themedClass, unfoldedClass } from './mail-document.ts';
import { usePassedOnEvents } from './pass-on-events.ts';
import type { PreparedMail } from './prepare-mail.ts';
import { useNearView } from './use-near-view.ts';

interface MailFrameProps {
  mail: PreparedMail;
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
const guessedHeight = 72;

/**
 * A mail in a sandboxed frame without scripts that grows to its content. It is built only when it comes near the window.
 * Mail with colours of its own lies on its light sheet, other mail takes on the theme.
 */
export function MailFrame({ mail, sender, showsRemote, isUnfolded, onPicture }: MailFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const isNear = useNearView(box);
  const [height, setHeight] = useState(() => heights.get(mail.id) ?? guessedHeight);
  const [loads, setLoads] = useState(0);
  const theme = useTheme();
  const source = useMemo(
    () =>
      isNear
        ? mailDocument({
            body: mail.body,
            language: language(),
            origin: window.location.origin,
            showsRemote,
            fontFaces: pageFontFaces(),
          })
        : undefined,
    [isNear, mail, showsRemote],
  );

  const measure = useCallback(() => {
    const page = frame.current?.contentDocument;
    if (!page?.body) return;
    // A scroll bar under a wide mail must not hide its last line.
    const bar = page.documentElement.scrollWidth > page.documentElement.clientWidth + 1 ? 16 : 0;
    const next = Math.ceil(page.body.getBoundingClientRect().height) + bar;
    remember(mail.id, next);
    setHeight(next);
  }, [mail.id]);

  useLayoutEffect(() => {
    const root = frame.current?.contentDocument?.documentElement;
    if (!root || loads === 0) return;
    dress(root, theme, !mail.hasOwnColours);
    root.classList.toggle(unfoldedClass, isUnfolded);
    measure();
  }, [loads, theme, mail, isUnfolded, measure]);

  useEffect(() => {
    const body = frame.current?.contentDocument?.body;
    if (!body || loads === 0) return;
    const observer = new ResizeObserver(measure);
    observer.observe(body);
    return () => observer.disconnect();
  }, [loads, measure]);

  usePassedOnEvents(frame, loads, onPicture);

  return (
    <div ref={box} className={classNames('mail', mail.hasOwnColours && 'sheet')}>
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

/** Gives the mail's document the colours and type of the page. */
function dress(root: HTMLElement, theme: 'light' | 'dark', isThemed: boolean): void {
  const page = getComputedStyle(document.documentElement);
  const names = { sheet: 'mail-sheet', 'sheet-text': 'mail-text', text: 'text-1', faint: 'text-3' };
  for (const [name, token] of Object.entries(names))
    root.style.setProperty(`--${name}`, page.getPropertyValue(`--${token}`));
  for (const name of ['accent', 'line', 'control', 'font', 'mono'])
    root.style.setProperty(`--${name}`, page.getPropertyValue(`--${name}`));
  const isPhone = window.matchMedia('(max-width: 767px)').matches;
  root.style.setProperty('--size', isPhone ? '16px' : '15px');
  root.style.setProperty('--leading', isPhone ? '25px' : '24px');
  root.style.setProperty('--scheme', theme);
  root.classList.toggle(themedClass, isThemed);
}

function remember(id: string, height: number): void {
  heights.delete(id);
  heights.set(id, height);
  const [oldest] = heights.keys();
  if (heights.size > mostHeights && oldest !== undefined) heights.delete(oldest);
}
