import type { VariableValues } from '@bellhop/rules/template-variables';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';
import { MentionNode } from './editor/mention-node.ts';
import { TableCaret } from './editor/table-caret.ts';
import { Variable } from './editor/variable-node.ts';

interface EditorExtensionOptions {
  placeholder: string;
  /** What variables stand for; undefined while that is not known. */
  values: () => VariableValues | undefined;
  /** Only who reads notes can be called. */
  hasMentions?: boolean;
}

/** What can be written (specification 9), with Markdown shortcuts; what is pasted comes down to the same. */
export function editorExtensions({ placeholder, values, hasMentions = false }: EditorExtensionOptions) {
  return [
    StarterKit.configure({
      heading: { levels: [1, 2, 3] },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null, class: null },
        isAllowedUri: (address, { defaultValidate }) =>
          defaultValidate(address) && /^(?:https?:|mailto:|tel:|[^:]*$)/i.test(address),
      },
    }),
    Image.configure({ inline: true, allowBase64: false, HTMLAttributes: { class: 'inline-image' } }),
    // As small as it can be: no widths that only a resizable table needs.
    Table.configure({ resizable: false }).extend({ renderHTML: () => ['table', ['tbody', 0]] }),
    TableRow,
    TableCell.extend({ addAttributes: spans }),
    TableHeader.extend({ addAttributes: spans }),
    TableCaret,
    Variable.configure({ values }),
    ...(hasMentions ? [MentionNode] : []),
    Placeholder.configure({ placeholder }),
  ];
}

/** `colwidth` belongs to the library's model of a table; it is neither read nor written. */
function spans() {
  return {
    colspan: { default: 1, ...writtenAbove('colspan') },
    rowspan: { default: 1, ...writtenAbove('rowspan') },
    colwidth: { default: null, rendered: false, parseHTML: () => null },
  };
}

function writtenAbove(name: 'colspan' | 'rowspan') {
  return {
    parseHTML: (element: HTMLElement) => Math.max(1, Number.parseInt(element.getAttribute(name) ?? '1', 10) || 1),
    renderHTML: (attributes: Record<string, unknown>) =>
      Number(attributes[name]) > 1 ? { [name]: attributes[name] } : {},
  };
}
