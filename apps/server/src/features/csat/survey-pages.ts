import { fillText, type LanguagePack } from '../../http/texts.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import type { Settings } from '../settings/index.ts';
import { faces } from './faces.ts';
import { pageStyle } from './page-style.ts';

/** How the desk shows itself to its customers. */
export interface Look {
  pack: LanguagePack;
  lang: string;
  site: string;
  /** '' for none. */
  logo: string;
}

/** The desk's logo by its path where it is one of our own, so that it is found under whatever name the page was reached. */
export function lookOf(settings: Settings, pack: LanguagePack): Look {
  const { 'app.logo_url': logo, 'app.root_url': root, 'app.site_name': site, 'app.lang': lang } = settings;
  const isOwn = logo.startsWith(`${root}/`);
  return { pack, lang, site, logo: isOwn ? new URL(logo).pathname + new URL(logo).search : logo };
}

/** What somebody has written so far. */
export interface Entered {
  rating: number;
  feedback: string;
}

/** `note` stands above the faces; `error` too, as what has to be put right first. */
export interface FormState extends Entered {
  signature: string;
  error?: 'rating';
  note?: 'answered';
  /** Somebody looks at how it looks: there is nothing to send. */
  isPreview?: true;
}

export function formPage(look: Look, state: FormState): string {
  const { say } = words(look);
  const options = faces.map(({ rating, face, name }, index) => {
    const isChosen = rating === state.rating;
    // A face that was preselected, and the first to put right, wait for the next key.
    const focus = isChosen || (state.error && index === 0) ? ' autofocus' : '';
    const attributes = `type="radio" name="rating" value="${rating}"${isChosen ? ' checked' : ''}${focus}`;
    return `<label class="face"><input ${attributes}>${picture(face)}<span>${say(name)}</span><i aria-hidden="true"></i></label>`;
  });
  const error = state.error ? `<p class="error" id="problem" role="alert">${say('csat.page.error.rating')}</p>` : '';
  const note = state.note ? `<p class="soft">${say('csat.page.note.answered')}</p>` : '';
  const preview = state.isPreview ? `<p class="soft">${say('csat.page.preview')}</p>` : '';
  return page(look, say('csat.page.question'), [
    `<h1>${say('csat.page.question')}</h1>`,
    `<p class="soft">${say('csat.page.about')}</p>`,
    preview,
    note,
    error,
    `<form method="post" action="?s=${encodeURIComponent(state.signature)}">`,
    `<input type="hidden" name="s" value="${escapeHtml(state.signature)}">`,
    `<fieldset${state.error ? ' aria-describedby="problem"' : ''}><legend>${say('csat.page.rating')}</legend>`,
    `<div class="faces">${options.join('')}</div></fieldset>`,
    `<label class="text" for="feedback">${say('csat.page.feedback')} <span>(${say('csat.page.optional')})</span></label>`,
    // The line break after the tag is not part of the text; without it a first one of the text would be lost.
    `<textarea id="feedback" name="feedback" maxlength="1000" dir="auto">\n${escapeHtml(state.feedback)}</textarea>`,
    `<button type="submit"${state.isPreview ? ' disabled' : ''}>${say('csat.page.send')}</button>`,
    '</form>',
  ]);
}

/** What was answered; with `signature` a way to change it. */
export function thanksPage(look: Look, { rating, feedback }: Entered, signature: string | null): string {
  const { say } = words(look);
  const chosen = faces.find((face) => face.rating === rating);
  const change = `<a class="go" href="?s=${encodeURIComponent(signature ?? '')}&amp;change=1">${say('csat.page.change')}</a>`;
  return page(look, say('csat.page.thanks'), [
    `<h1>${say('csat.page.thanks')}</h1>`,
    `<p>${say(signature === null ? 'csat.page.closed' : 'csat.page.received')}</p>`,
    chosen ? `<p class="chosen">${picture(chosen.face)}<span>${say(chosen.name)}</span></p>` : '',
    feedback ? `<p class="said" dir="auto">${escapeHtml(feedback)}</p>` : '',
    signature === null ? '' : `<p class="soft">${say('csat.page.changeable')}</p>${change}`,
  ]);
}

/** A page that only says something. */
export function notePage(look: Look, kind: 'unknown' | 'too_many' | 'failed'): string {
  const { say } = words(look);
  const title = say(`csat.page.${kind}.title`);
  return page(look, title, [`<h1>${title}</h1>`, `<p>${say(`csat.page.${kind}.text`)}</p>`]);
}

function words({ pack, site }: Look) {
  return { say: (key: string) => escapeHtml(fillText(pack[key] ?? '', { site })) };
}

/** Our own pictures: what a system draws for a character differs too much to be an answer. */
function picture(face: string): string {
  return `<img src="/emoji/${face.codePointAt(0)!.toString(16)}.svg" alt="" width="32" height="32">`;
}

function page({ lang, site, logo }: Look, title: string, body: readonly string[]): string {
  const name = escapeHtml(site);
  const image = logo === '' ? '' : `<img src="${escapeHtml(logo)}" alt="">`;
  return `<!doctype html>
<html lang="${escapeHtml(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${name}</title>
<link rel="icon" href="/favicon.ico">
<style>${pageStyle}</style>
</head>
<body>
<header>${image}<span dir="auto">${name}</span></header>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`;
}
