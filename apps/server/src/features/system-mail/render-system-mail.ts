import { renderSubject, renderTemplate } from '@bellhop/rules';
import type { Deps } from '../../core/deps.ts';
import { fillText } from '../../http/texts.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import { currentLanguagePack, loadSettings } from '../settings/index.ts';
import { findBuiltin, templateData, wrapMail } from '../templates/index.ts';
import { isNews, isSecurity } from './queue-system-mail.ts';
import { renderNews } from './render-news.ts';

type Parts = Pick<Deps, 'db' | 'log' | 'clock' | 'sealer'>;
interface Rendered {
  subject: string;
  html: string;
}

/**
 * Subject and HTML of a mail of the desk, made as it is sent: in a plain layout, or in the default template of outgoing mail where the
 * setting says so (behaviour 6.2).
 */
export async function renderSystemMail(deps: Parts, kind: string, values: Record<string, string>): Promise<Rendered> {
  const settings = await loadSettings(deps.db);
  const own = ownMails.get(kind);
  const render = isSecurity(kind) ? renderSecurity : isNews(kind) ? asNews : renderStored;
  const { subject, html } = own ? await renderOwn(deps, own, values) : await render(deps, kind, values);
  const letter = `<div style="${letterStyle}">${html}</div>${await renderReason(deps, values)}`;
  if (settings['app.wrap_notifications']) return { subject, html: await wrapMail(deps, letter, values) };
  const root = escapeHtml(settings['app.root_url']);
  const site = escapeHtml(settings['app.site_name']);
  return {
    subject,
    html: `${letter}<p style="${footStyle}">${site} · <a href="${root}" style="color:#6b6b6b">${root}</a></p>`,
  };
}

const font = 'font-family:Arial,Helvetica,sans-serif';
const letterStyle = `${font};font-size:14px;line-height:1.5`;
const footStyle = `${font};font-size:12px;line-height:1.5;color:#6b6b6b;margin:24px 0 0`;
const buttonStyle =
  'display:inline-block;padding:10px 18px;background-color:#1f5fd0;color:#ffffff;text-decoration:none;border-radius:6px';

const asNews = async (_deps: Parts, _kind: string, values: Record<string, string>) => renderNews(values);

/** Why the mail was sent, and where its reader chooses what to be told; nothing for mails that nobody chose. */
async function renderReason({ db }: Parts, { Why: why = '' }: Record<string, string>): Promise<string> {
  if (why === '') return '';
  const { 'app.root_url': root } = await loadSettings(db);
  const choose = currentLanguagePack(db)['mail.news.choose'] ?? '';
  const link = `<a href="${escapeHtml(`${root}/account/notifications`)}" style="color:#6b6b6b">${escapeHtml(choose)}</a>`;
  return `<p style="${footStyle}">${escapeHtml(why)} ${link}</p>`;
}

/** A broken template must not keep the news back: then the mail has the subject for its text; log and list of templates tell. */
async function renderStored(deps: Parts, kind: string, values: Record<string, string>): Promise<Rendered> {
  const template = await findBuiltin(deps.db, kind);
  const data = await templateData(deps.db, 'email_notification', values, deps.clock.now());
  const subject = renderSubject(template?.subject ?? kind, data);
  const html = template ? renderTemplate(template.body, data) : null;
  if (html !== null) return { subject, html };
  deps.log.warn({ template: kind }, 'a notification template is missing or broken; its mail has the subject alone');
  const url = values['Conversation.URL'];
  const link = url ? `<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>` : '';
  return { subject, html: `<p>${escapeHtml(subject)}</p>${link}` };
}

/** A mail in Bellhop's own words: where its texts are, and the page that its button opens. */
interface OwnMail {
  texts: string;
  page: (values: Record<string, string>, sealer: Sealer) => string;
}
const setPage: OwnMail['page'] = ({ ResetToken = '' }, sealer) =>
  `/set-password?token=${encodeURIComponent(sealer.open(ResetToken))}`;
const ownMails: ReadonlyMap<string, OwnMail> = new Map([
  ['welcome', { texts: 'mail.welcome', page: setPage }],
  ['reset-password', { texts: 'mail.resetPassword', page: setPage }],
  ['password-changed', { texts: 'mail.passwordChanged', page: () => '/reset-password' }],
  ['webhook-off', { texts: 'mail.webhookOff', page: () => '/admin/webhooks' }],
]);

/** A sentence, a button, and the button's address for who cannot press it (behaviour 12.6). */
async function renderOwn(
  { db, sealer }: Parts,
  { texts, page }: OwnMail,
  values: Record<string, string>,
): Promise<Rendered> {
  const { 'app.root_url': root, 'app.site_name': site } = await loadSettings(db);
  const pack = currentLanguagePack(db);
  const { Email: email = '', Webhook: webhook = '', Reason: reason = '' } = values;
  const say = (part: string) => fillText(pack[`${texts}.${part}`] ?? '', { site, email, webhook, reason });
  const link = escapeHtml(`${root}${page(values, sealer)}`);
  const html = [
    `<p>${escapeHtml(say('body'))}</p>`,
    `<p><a href="${link}" style="${buttonStyle}">${escapeHtml(say('button'))}</a></p>`,
    `<p>${escapeHtml(say('note'))}</p>`,
    `<p><a href="${link}">${link}</a></p>`,
  ];
  return { subject: say('subject'), html: html.join('') };
}

/** What happened to how somebody signs in, and what to do if it was somebody else. */
async function renderSecurity({ db }: Parts, kind: string, values: Record<string, string>): Promise<Rendered> {
  const { 'app.site_name': site } = await loadSettings(db);
  const pack = currentLanguagePack(db);
  const name = values.Name || (pack['mail.security.app'] ?? '');
  const say = (key: string) => fillText(pack[key] ?? '', { site, name });
  const paragraphs = [say(`mail.security.${kind}`), say('mail.security.note')];
  const html = paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`).join('');
  return { subject: say('mail.security.subject'), html };
}
