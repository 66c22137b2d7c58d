import { fillText, type LanguagePack } from '../../http/texts.ts';
import type { Sealer } from '../../lib/crypto.ts';
import { escapeHtml } from '../../lib/html-escape.ts';
import { faces } from './faces.ts';
import { surveyLink } from './survey-link.ts';

const font = 'font-family:Arial,Helvetica,sans-serif';
const textStyle = `${font};font-size:14px;line-height:1.5;margin:0 0 16px`;
const cellStyle = 'padding:0 12px 16px 0;text-align:center;vertical-align:top';
const faceStyle = `${font};font-size:12px;line-height:1.5;color:#1f5fd0;text-decoration:none`;

/**
 * The survey's mail: a sentence, five faces, and the page's address for who sees no faces. A face only preselects, because link scanners open every
 * address (behaviour 7).
 */
export function surveyLetter(
  sealer: Sealer,
  { pack, root_url, site, uuid }: { pack: LanguagePack; root_url: string; site: string; uuid: string },
): string {
  const say = (key: string) => escapeHtml(fillText(pack[key] ?? '', { site }));
  const link = surveyLink(sealer, root_url, uuid);
  const cells = faces.map(({ rating, face, name }) => {
    const href = escapeHtml(`${link}&rating=${rating}`);
    const words = `<span style="font-size:28px;line-height:1.3">${face}</span><br>${say(name)}`;
    return `<td style="${cellStyle}"><a href="${href}" style="${faceStyle}">${words}</a></td>`;
  });
  const page = escapeHtml(link);
  return [
    `<p style="${textStyle}">${say('csat.mail.greeting')}</p>`,
    `<p style="${textStyle}">${say('csat.mail.question')}</p>`,
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${cells.join('')}</tr></table>`,
    `<p style="${textStyle}">${say('csat.mail.link')}<br><a href="${page}" style="color:#1f5fd0">${page}</a></p>`,
  ].join('');
}
