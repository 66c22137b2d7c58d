import { Fragment, type Mark, type Node, type Schema, type Slice } from '@tiptap/pm/model';

/** A piece of a letter as a language model reads it, and what must come back as it was. */
export interface AiText {
  text: string;
  /** Pictures, tables, quotations and code, which stand in `text` as `[[1]]`, `[[2]]`. */
  kept: readonly Node[];
  /** Addresses that `text` has as `[words](address)`; only these become links again. */
  links: ReadonlySet<string>;
}

/** What goes to the model and comes back word for word. */
export const noKept: Pick<AiText, 'kept' | 'links'> = { kept: [], links: new Set() };

/** The plain text of whole blocks: paragraphs with a blank line between them, lists with their signs, links with their address. */
export function toAiText(slice: Slice): AiText {
  const kept: Node[] = [];
  const links = new Set<string>();
  const keep = (node: Node) => `[[${kept.push(node)}]]`;
  const lineOf = (block: Node) => {
    let line = '';
    block.forEach((node) => {
      if (node.isText) line += marked(node, links);
      else if (node.type.name === 'hardBreak') line += '\n';
      else if (node.type.name === 'variable') line += String(node.attrs.source);
      else line += keep(node);
    });
    return line;
  };
  const blocksOf = (parent: Fragment, indent: string): string[] => {
    const blocks: string[] = [];
    parent.forEach((block) => {
      const { name } = block.type;
      if (name === 'bulletList' || name === 'orderedList') {
        const items: string[] = [];
        block.forEach((item, _at, index) => {
          const sign = name === 'bulletList' ? '- ' : `${Number(block.attrs.start ?? 1) + index}. `;
          items.push(`${indent}${sign}${blocksOf(item.content, `${indent}  `).join('\n').trimStart()}`);
        });
        blocks.push(items.join('\n'));
      } else if (name === 'heading') blocks.push(`${'#'.repeat(Number(block.attrs.level))} ${lineOf(block)}`);
      else if (name === 'paragraph') blocks.push(lineOf(block));
      else blocks.push(keep(block));
    });
    return blocks.filter((text) => text.trim() !== '');
  };
  return { text: blocksOf(slice.content, '').join('\n\n'), kept, links };
}

function marked(node: Node, links: Set<string>): string {
  const text = node.text ?? '';
  const link = node.marks.find(({ type }) => type.name === 'link');
  const isBold = node.marks.some(({ type }) => type.name === 'bold') && text.trim() === text;
  const inner = isBold ? `**${text}**` : text;
  if (!link) return inner;
  const href = String(link.attrs.href);
  links.add(href);
  return `[${inner}](${href})`;
}

interface Back extends Pick<AiText, 'kept' | 'links'> {
  schema: Schema;
  used: Set<number>;
}

/**
 * What a model wrote as blocks of the editor: paragraphs, headings, lists, bold, code, links that were there before. What was kept
 * comes back at its place; once it is `whole`, what the model left out stands at the end, so that nothing is lost.
 */
export function fromAiText(
  schema: Schema,
  text: string,
  { kept, links }: Pick<AiText, 'kept' | 'links'> = noKept,
  { isWhole = true } = {},
): Fragment {
  const back: Back = { schema, kept, links, used: new Set() };
  const blocks = blocksFrom(text.replaceAll('\r', '').split('\n'), back);
  if (isWhole) blocks.push(...leftOut(back));
  return Fragment.from(blocks.length > 0 ? blocks : [paragraph(schema, [])]);
}

function leftOut({ schema, kept, used }: Back): Node[] {
  return kept
    .filter((_node, index) => !used.has(index))
    .map((node) => (node.isBlock ? node : paragraph(schema, [node])));
}

const item = /^(\s*)(?:([-*•])|(\d{1,3})[.)])\s+(.*)$/;

function blocksFrom(lines: readonly string[], back: Back): Node[] {
  const { schema } = back;
  const blocks: Node[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) blocks.push(...paragraphs(open, back));
    open = [];
  };
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,3})\s+(.+)$/.exec(line);
    if (line.trim() === '') close();
    else if (heading) {
      close();
      blocks.push(schema.node('heading', { level: heading[1]?.length ?? 1 }, inlineFrom(heading[2] ?? '', back)));
    } else if (line.startsWith('```')) {
      close();
      const end = lines.findIndex((other, index) => index > at && other.startsWith('```'));
      const code = lines.slice(at + 1, end < 0 ? lines.length : end).join('\n');
      blocks.push(schema.node('codeBlock', null, code === '' ? [] : [schema.text(code)]));
      at = end < 0 ? lines.length : end;
    } else if (item.test(line)) {
      close();
      const end = endOfList(lines, at);
      blocks.push(...listsFrom(lines.slice(at, end), back));
      at = end - 1;
    } else open.push(line);
  }
  close();
  return blocks;
}

/** The first line that belongs to the list no more; blank lines between its entries do. */
function endOfList(lines: readonly string[], start: number): number {
  let end = start + 1;
  for (let at = end; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    if (item.test(line) || (line.startsWith('  ') && line.trim() !== '')) end = at + 1;
    else if (line.trim() !== '') break;
  }
  return end;
}

/** One list, or several where the kind of sign changes. */
function listsFrom(lines: readonly string[], back: Back): Node[] {
  const { schema } = back;
  const indent = item.exec(lines[0] ?? '')?.[1]?.length ?? 0;
  const lists: { isOrdered: boolean; start: number; items: { line: string; below: string[] }[] }[] = [];
  for (const line of lines) {
    const [, before = '', , number, words = ''] = item.exec(line) ?? [];
    const isOwn = item.test(line) && before.length <= indent + 1;
    const last = lists.at(-1);
    const isOrdered = number !== undefined;
    if (!isOwn) last?.items.at(-1)?.below.push(line);
    else if (last?.isOrdered === isOrdered) last.items.push({ line: words, below: [] });
    else lists.push({ isOrdered, start: Number(number ?? 1), items: [{ line: words, below: [] }] });
  }
  return lists.map(({ isOrdered, start, items }) =>
    schema.node(
      isOrdered ? 'orderedList' : 'bulletList',
      isOrdered ? { start } : null,
      items.map(({ line, below }) =>
        schema.node('listItem', null, [
          paragraph(schema, inlineFrom(line, back)),
          ...blocksFrom(
            below.map((text) => (item.test(text) ? text : text.trimStart())),
            back,
          ),
        ]),
      ),
    ),
  );
}

/** Lines that belong together are one paragraph with line breaks; a kept block among them ends it. */
function paragraphs(lines: readonly string[], back: Back): Node[] {
  const { schema, kept, used } = back;
  const blocks: Node[] = [];
  let content: Node[] = [];
  const close = () => {
    if (content.length > 0) blocks.push(paragraph(schema, content));
    content = [];
  };
  for (const line of lines) {
    const index = Number(/^\s*\[\[(\d+)\]\]\s*$/.exec(line)?.[1] ?? 0) - 1;
    const block = kept[index];
    if (block?.isBlock) {
      close();
      used.add(index);
      blocks.push(block);
    } else {
      if (content.length > 0) content.push(schema.node('hardBreak'));
      content.push(...inlineFrom(line, back));
    }
  }
  close();
  return blocks;
}

function paragraph(schema: Schema, content: readonly Node[]): Node {
  return schema.node('paragraph', null, content);
}

const special = /\[\[(\d+)\]\]|\[([^\][\n]+)\]\(([^()\s]+)\)|\*\*([^*\n]+)\*\*|`([^`\n]+)`/g;

function inlineFrom(text: string, back: Back, marks: readonly Mark[] = []): Node[] {
  const { schema } = back;
  const nodes: Node[] = [];
  const put = (part: string) => part !== '' && nodes.push(schema.text(part, marks));
  let end = 0;
  for (const match of text.matchAll(special)) {
    put(text.slice(end, match.index));
    nodes.push(...specialFrom(match, back, marks));
    end = match.index + match[0].length;
  }
  put(text.slice(end));
  return nodes;
}

function specialFrom(match: RegExpMatchArray, back: Back, marks: readonly Mark[]): Node[] {
  const [whole, number, words, address, bold, code] = match;
  const { schema, kept, links, used } = back;
  const withMark = (name: string, attrs?: Record<string, unknown>) =>
    (schema.marks[name]?.create(attrs) ?? schema.mark(name)).addToSet(marks);
  if (number !== undefined) {
    const index = Number(number) - 1;
    const node = kept[index];
    if (!node?.isInline) return [schema.text(whole, marks)];
    used.add(index);
    return [node];
  }
  if (words !== undefined && address !== undefined) {
    // A link that nobody wrote shows where it leads; it is the agent who makes it one.
    if (!links.has(address)) return inlineFrom(`${words} (${address})`.replaceAll('`', ''), back, marks);
    return inlineFrom(words, back, withMark('link', { href: address }));
  }
  if (bold !== undefined) return inlineFrom(bold, back, withMark('bold'));
  return [schema.text(code ?? '', withMark('code'))];
}
