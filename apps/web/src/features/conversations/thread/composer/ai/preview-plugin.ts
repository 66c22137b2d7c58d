import { closeHistory } from '@tiptap/pm/history';
import { DOMSerializer, type Fragment, type Node, Slice } from '@tiptap/pm/model';
import { type EditorState, Plugin, PluginKey, type Transaction } from '@tiptap/pm/state';
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view';

/** A text on its way into the editor: shown in the place of what it will take, which the document keeps until it lands. */
export interface Preview {
  from: number;
  to: number;
  /** What has come so far. */
  content: Fragment | undefined;
  /** Somebody has written where it would have landed: what they wrote stays, and it must not. */
  isTouched: boolean;
}

const key = new PluginKey<Preview>('ai-preview');

/** Shows a text on its way between two places. It follows what is written elsewhere. */
export function previewPlugin(from: number, to: number): Plugin {
  return new Plugin<Preview>({
    key,
    state: {
      init: () => ({ from, to, content: undefined, isTouched: false }),
      apply: (tr, before) => {
        const told = tr.getMeta(key) as Fragment | 'touched' | undefined;
        const preview =
          told === 'touched' ? { ...before, isTouched: true } : told ? { ...before, content: told } : before;
        return tr.docChanged ? moved(preview, tr) : preview;
      },
    },
    props: {
      decorations: (state) => shown(state),
      // What is hidden takes no writing: whoever begins to write has the text back before the first letter.
      handleDOMEvents: {
        keydown: (view, event) => writes(event) && uncover(view),
        compositionstart: uncover,
        paste: uncover,
        cut: uncover,
        drop: uncover,
      },
    },
  });
}

function writes({ key: name, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey) return false;
  return /^(?:Backspace|Delete|Enter|Process)$/.test(name) || (name.length === 1 && !altKey);
}

/** Nothing is handled by that: what was about to happen happens. */
function uncover(view: EditorView): boolean {
  const preview = readPreview(view.state);
  if (preview && !preview.isTouched)
    view.dispatch(view.state.tr.setMeta(key, 'touched').setMeta('addToHistory', false));
  return false;
}

/** How the text on its way stands; undefined while there is none. */
export function readPreview(state: EditorState): Preview | undefined {
  return key.getState(state);
}

/** Shows what has come so far. */
export function showPreview(state: EditorState, content: Fragment): Transaction {
  return state.tr.setMeta(key, content).setMeta('addToHistory', false);
}

export const previewKey = key;

function moved(preview: Preview, { mapping, before }: Transaction): Preview {
  let { from, to, isTouched } = preview;
  const isAll = from === 0 && to === before.content.size;
  for (const map of mapping.maps) {
    map.forEach((start, end) => {
      // Next to it is beside it, unless it is all there is.
      if (isAll || (start < to && end > from)) isTouched = true;
    });
    from = map.map(from, 1);
    to = map.map(to, -1);
  }
  return { ...preview, from: Math.min(from, to), to, isTouched };
}

function shown(state: EditorState): DecorationSet | null {
  const preview = key.getState(state);
  if (!preview || preview.isTouched) return null;
  const { from, to, content } = preview;
  const decorations: Decoration[] = [];
  state.doc.nodesBetween(from, to, (node, at) => {
    const isWhole = at >= from && at + node.nodeSize <= to;
    if (!isWhole) return true;
    if (node.isBlock) decorations.push(Decoration.node(at, at + node.nodeSize, { class: oldClass(content) }));
    return false;
  });
  if (from < to) decorations.push(Decoration.inline(from, to, { class: oldClass(content) }));
  if (content)
    decorations.push(
      Decoration.widget(from, () => drawn(state, content, from), {
        side: -1,
        key: `${content.size} ${content.textBetween(0, content.size)}`,
      }),
    );
  return DecorationSet.create(state.doc, decorations);
}

function oldClass(content: Fragment | undefined): string {
  return content ? 'ai-gone' : 'ai-going';
}

/** Text in a line stays in its line. */
function drawn({ doc, schema }: EditorState, content: Fragment, at: number): HTMLElement {
  const isInLine = doc.resolve(at).parent.isTextblock;
  const only = content.childCount === 1 ? content.firstChild : null;
  const element = document.createElement(isInLine ? 'span' : 'div');
  element.className = 'ai-coming letter';
  element.contentEditable = 'false';
  const serializer = DOMSerializer.fromSchema(schema);
  element.append(serializer.serializeFragment(isInLine && only?.isTextblock ? only.content : content));
  return element;
}

/**
 * Puts a text in the place of another: one step to undo, whatever was written before and after it. Pieces of a line stay in their
 * line.
 */
export function landing(state: EditorState, from: number, to: number, content: Fragment): Transaction {
  const old = state.doc.slice(from, to, true);
  const slice = new Slice(
    content,
    Math.min(old.openStart, depthOf(content.firstChild, 'first')),
    Math.min(old.openEnd, depthOf(content.lastChild, 'last')),
  );
  const tr = closeHistory(state.tr);
  return slice.openStart === 0 && slice.openEnd === 0
    ? tr.replaceWith(from, to, content).scrollIntoView()
    : tr.replaceRange(from, to, slice).scrollIntoView();
}

/** How deep the first or last line of a block lies; 0: it has none. */
function depthOf(block: Node | null, side: 'first' | 'last'): number {
  let depth = 1;
  for (let node = block; node; node = side === 'first' ? node.firstChild : node.lastChild, depth += 1)
    if (node.isTextblock) return depth;
  return 0;
}
