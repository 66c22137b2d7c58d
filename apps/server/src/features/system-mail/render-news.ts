import { escapeHtml } from '../../lib/html-escape.ts';

/** A mail about what happened: what it says is in the desk's language already. */
export interface NewsMail {
  subject: string;
  /** One line over the entries; none when it is empty. */
  heading: string;
  /** What happened where: a line, its link, further lines. */
  entries: { text: string; url: string; details: string[] }[];
  /** A line under the entries, such as how many were left out. */
  rest: string;
  /** Why it was sent. */
  why: string;
}

/** The values of a mail of news, as they are stored until it is sent. */
export function newsValues({ subject, heading, entries, rest, why }: NewsMail): Record<string, string> {
  return { Subject: subject, Heading: heading, Entries: JSON.stringify(entries), Rest: rest, Why: why };
}

const detailStyle = 'color:#6b6b6b;margin:2px 0 0';

/** Subject and HTML of a mail of news; everything in it is text and is escaped. */
export function renderNews(values: Record<string, string>): { subject: string; html: string } {
  const { Subject: subject = '', Heading: heading = '', Entries: stored = '[]', Rest: rest = '' } = values;
  const entries = JSON.parse(stored) as NewsMail['entries'];
  const html = [
    heading && `<p>${escapeHtml(heading)}</p>`,
    ...entries.map(
      ({ text, url, details }) =>
        `<div style="margin:0 0 14px"><a href="${escapeHtml(url)}">${escapeHtml(text)}</a>${details
          .map((detail) => `<div style="${detailStyle}">${escapeHtml(detail)}</div>`)
          .join('')}</div>`,
    ),
    rest && `<p>${escapeHtml(rest)}</p>`,
  ];
  return { subject, html: html.join('') };
}
