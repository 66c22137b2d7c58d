/**
 * Joins the soft-wrapped lines of a format=flowed text (RFC 3676): a line that ends in a blank goes on in the next one of
 * the same quote depth. Space-stuffing is undone, the signature separator `-- ` never joins. Own code, because libmime's
 * decodeFlowed knows no quote depths and joins an answer to the quote before it.
 */
export function joinFlowedText(text: string, deletesSpace: boolean): string {
  const out: string[] = [];
  let open: { depth: number; pieces: string[] } | null = null;
  const close = () => {
    if (open !== null) out.push(prefix(open.depth) + open.pieces.join(''));
    open = null;
  };
  for (const line of text.split('\n')) {
    const depth = /^>*/.exec(line)![0].length;
    const content = line.slice(depth).replace(/^ /, '');
    if (open !== null && open.depth !== depth) close();
    const isSeparator = content === '-- ';
    if (isSeparator) close();
    open ??= { depth, pieces: [] };
    const flows = content.endsWith(' ') && !isSeparator;
    open.pieces.push(flows && deletesSpace ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return out.join('\n');
}

function prefix(depth: number): string {
  return depth === 0 ? '' : `${'>'.repeat(depth)} `;
}
