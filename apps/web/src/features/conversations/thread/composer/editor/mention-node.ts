import { parseMention } from '@bellhop/rules/mention';
import { mergeAttributes, Node } from '@tiptap/core';

/** Somebody who is called in a note: one thing that is deleted as a whole (behaviour 2.8). */
export const MentionNode = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes() {
    return {
      mark: {
        default: '',
        parseHTML: (element) => element.getAttribute('data-mention'),
        renderHTML: ({ mark }) => ({ 'data-mention': mark }),
      },
      text: { default: '', parseHTML: (element) => element.textContent, rendered: false },
    };
  },
  parseHTML() {
    return [
      {
        tag: 'span[data-mention]',
        getAttrs: (element) => (parseMention(element.getAttribute('data-mention') ?? '') ? null : false),
      },
    ];
  },
  renderHTML({ node, HTMLAttributes }) {
    return ['span', mergeAttributes(HTMLAttributes), String(node.attrs.text)];
  },
  renderText: ({ node }) => String(node.attrs.text),
});
