/** What a model wrote, as HTML: paragraphs, lists, bold words. Everything else is text; nothing of it is taken for markup. */
export function aiHtml(text: string): string {
  const out: string[] = [];
  let open: string[] = [];
  let list: 'ul' | 'ol' | undefined;
  const closeParagraph = () => {
    if (open.length > 0) out.push(`<p>${open.join('<br>')}</p>`);
    open = [];
  };
  const openList = (next: 'ul' | 'ol' | undefined) => {
    if (list === next) return;
    if (list) out.push(`</${list}>`);
    if (next) out.push(`<${next}>`);
    list = next;
  };
  for (const line of text.split(/\r?\n/)) {
    const [, number, item] = /^\s*(?:[-*•]|(\d{1,3})[.)])\s+(.*)$/.exec(line) ?? [];
    if (item !== undefined) {
      closeParagraph();
      openList(number === undefined ? 'ul' : 'ol');
      out.push(`<li><p>${words(item)}</p></li>`);
    } else if (line.trim() === '') closeParagraph();
    else {
      openList(undefined);
      open.push(words(line.replace(/^#{1,6}\s+/, '')));
    }
  }
  closeParagraph();
  openList(undefined);
  return out.join('');
}

function words(line: string): string {
  return escaped(line).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign);
}
