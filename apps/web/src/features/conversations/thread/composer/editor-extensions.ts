import { Image } from '@tiptap/extension-image';
import { TableKit } from '@tiptap/extension-table';
import { Placeholder } from '@tiptap/extensions';
import StarterKit from '@tiptap/starter-kit';

/** What can be written (specification 9), with Markdown shortcuts; what is pasted comes down to the same. */
export function editorExtensions(placeholder: string) {
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
    TableKit.configure({ table: { resizable: false } }),
    Placeholder.configure({ placeholder }),
  ];
}
