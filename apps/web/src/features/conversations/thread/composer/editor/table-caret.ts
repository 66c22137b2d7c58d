import { Extension } from '@tiptap/core';
import { Plugin, TextSelection } from '@tiptap/pm/state';

/** After a table that was pasted, writing goes on below it, not in its last cell. */
export const TableCaret = Extension.create({
  name: 'tableCaret',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(transactions, before, { selection, doc, schema, tr }) {
        const isPaste = transactions.some((one) => one.docChanged && one.getMeta('uiEvent') === 'paste');
        if (!isPaste || tableDepth(before.selection.$from) > 0) return null;
        const depth = tableDepth(selection.$from);
        if (depth === 0) return null;
        const end = selection.$from.after(depth);
        if (!doc.resolve(end).nodeAfter) tr.insert(end, schema.node('paragraph'));
        return tr.setSelection(TextSelection.near(tr.doc.resolve(end), 1)).scrollIntoView();
      },
    }),
  ],
});

/** How deep the outermost table round a place is; 0: there is none. */
function tableDepth($place: TextSelection['$from']): number {
  for (let depth = 1; depth <= $place.depth; depth += 1)
    if ($place.node(depth).type.spec.tableRole === 'table') return depth;
  return 0;
}
