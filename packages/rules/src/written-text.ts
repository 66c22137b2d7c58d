const entities: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
/** Elements whose text somebody else wrote, or that is no prose. */
const skipped = /^(?:blockquote|pre|code)$/i;
const inLine = /^(?:a|b|code|del|em|i|s|span|strike|strong|sub|sup|u)$/i;

/**
 * What somebody has written themselves in composed HTML, as text: quotations and code are left out, blocks are lines. The HTML is
 * the editor's own, so tags are closed and angle brackets in text are escaped.
 */
export function writtenText(html: string): string {
  let depth = 0;
  let text = '';
  for (const [index, part] of html.split(/(<(?:"[^"]*"|'[^']*'|[^'"<>])*>)/).entries()) {
    if (index % 2 === 0) {
      if (depth === 0) text += part;
      continue;
    }
    const [, slash, name = ''] = /^<(\/?)([a-z0-9]+)/i.exec(part) ?? [];
    if (skipped.test(name)) depth = Math.max(0, depth + (slash ? -1 : 1));
    if (!inLine.test(name)) text += '\n';
  }
  return text.replace(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!);
}
