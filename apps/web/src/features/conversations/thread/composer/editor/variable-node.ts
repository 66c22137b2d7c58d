import { findVariables, type VariableValues, variableValue } from '@bellhop/rules/template-variables';
import { Node } from '@tiptap/core';
import type { Node as DocumentNode } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { t } from '../../../../../lib/i18n.ts';
import { variableName } from './variable-names.ts';

interface VariableOptions {
  /** What the variables stand for; undefined while that is not known. */
  values: () => VariableValues | undefined;
}

interface VariableStorage {
  /** Shows the values anew. */
  refresh: () => void;
}

declare module '@tiptap/core' {
  interface Storage {
    variable: VariableStorage;
  }
}

/**
 * A known variable, shown as what it stands for. It is stored, copied and sent as it was written, `{{ .Contact.FirstName }}`
 * (settled question 23); text that becomes one by typing or pasting turns into this at once. In quotations and blocks of code
 * braces stay text.
 */
export const Variable = Node.create<VariableOptions, VariableStorage>({
  name: 'variable',
  group: 'inline',
  inline: true,
  atom: true,
  addOptions: () => ({ values: () => undefined }),
  addStorage: () => ({ refresh: () => undefined }),
  addAttributes: () => ({ source: { default: '' } }),
  parseHTML: () => [
    {
      tag: 'span[data-variable]',
      getAttrs: (element) => ({ source: element.textContent ?? '' }),
    },
  ],
  // `writtenHtml` takes the element off; it is for copies within the editor.
  renderHTML: ({ node }) => ['span', { 'data-variable': '' }, String(node.attrs.source)],
  renderText: ({ node }) => String(node.attrs.source),
  onBeforeCreate() {
    const { content } = this.editor.options;
    if (typeof content === 'string') this.editor.options.content = markVariables(content);
  },
  addNodeView() {
    const shown = new Set<() => void>();
    this.storage.refresh = () => {
      for (const show of shown) show();
    };
    return ({ node }) => {
      const dom = document.createElement('span');
      const show = () => showVariable(dom, String(node.attrs.source), this.options.values());
      show();
      shown.add(show);
      return { dom, destroy: () => shown.delete(show), ignoreMutation: () => true };
    };
  },
  addProseMirrorPlugins() {
    const { type } = this;
    return [
      new Plugin({
        appendTransaction: (transactions, _before, { doc, tr }) => {
          if (!transactions.some(({ docChanged }) => docChanged)) return null;
          for (const { from, to, source, node } of variablesIn(doc).reverse()) {
            tr.replaceWith(from, to, type.create({ source }, null, node.marks));
          }
          return tr.docChanged ? tr : null;
        },
      }),
    ];
  },
});

interface WrittenVariable {
  from: number;
  to: number;
  source: string;
  node: DocumentNode;
}

/** Variables that stand as text, in their order. */
function variablesIn(doc: DocumentNode): WrittenVariable[] {
  const found: WrittenVariable[] = [];
  doc.descendants((node, position, parent) => {
    if (node.type.name === 'blockquote' || node.type.spec.code) return false;
    if (!node.isText || !parent?.isTextblock || !node.text?.includes('{{')) return true;
    for (const { from, to } of findVariables(node.text)) {
      found.push({ from: position + from, to: position + to, source: node.text.slice(from, to), node });
    }
    return false;
  });
  return found;
}

/** Composed HTML with its variables as the elements that the editor reads. */
function markVariables(html: string): string {
  if (!html.includes('{{')) return html;
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.parentElement?.closest('blockquote, pre')) continue;
    for (const { from, to } of findVariables(text.data).reverse()) {
      const part = text.splitText(from);
      part.splitText(to - from);
      const element = document.createElement('span');
      element.dataset.variable = '';
      element.textContent = part.data;
      part.replaceWith(element);
    }
  }
  return body.innerHTML;
}

/** The value, in red the name of a missing one; with the notation as its title. */
function showVariable(dom: HTMLElement, source: string, values: VariableValues | undefined): void {
  const [{ path, fallback } = { path: '', fallback: null }] = findVariables(source);
  const value = values ? variableValue(path, values) : '';
  const isMissing = values !== undefined && value === '' && !fallback;
  dom.className = isMissing ? 'variable is-missing' : 'variable';
  dom.textContent = value || (fallback ?? '') || variableName(path);
  dom.title = isMissing ? t('variable.missing', { name: variableName(path) }) : variableName(path);
  dom.contentEditable = 'false';
}
