import type { MediaItem } from '@bellhop/contract';
import type { Editor } from '@tiptap/react';
import { useEffect, useRef } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { toast } from '../../../../../ui/toast.ts';
import type { ComposeMode } from '../../../drafts/draft.ts';
import { placePictures, startUploads, useUploads } from '../uploads.ts';

export interface Pictures {
  /** Starts the upload of a picture; answers the address under which the text may show it meanwhile, '' when it is refused. */
  addressOf: (file: File) => string;
  /** Puts pictures into the text and starts their upload. */
  insert: (files: readonly File[], at: number) => void;
  /** Sites whose pictures have just been pasted: one that does not give its picture is told, and the picture left out. */
  expect: (sources: readonly string[]) => void;
}

/** Pictures of a text on their way: shown at once from this device, replaced by the stored one, gone when that fails. */
export function usePictures(latest: { readonly current: Editor | null }, uuid: string, mode: ComposeMode): Pictures {
  const waiting = useRef(new Map<string, string>());
  const remote = useRef(new Set<string>());
  const uploads = useUploads(uuid, mode);

  useEffect(
    () =>
      placePictures(uuid, mode, (picture, id) => {
        const address = waiting.current.get(id);
        waiting.current.delete(id);
        if (latest.current) settle(latest.current, address, picture);
        if (address) URL.revokeObjectURL(address);
      }),
    [latest, uuid, mode],
  );
  useEffect(() => {
    for (const [id, address] of waiting.current) {
      if (uploads.some(({ local_id }) => local_id === id)) continue;
      waiting.current.delete(id);
      if (latest.current) remove(latest.current, address);
      URL.revokeObjectURL(address);
    }
  }, [latest, uploads]);
  useEffect(() => {
    const onError = ({ target }: Event) => {
      const editor = latest.current;
      if (!(target instanceof HTMLImageElement) || !editor?.isInitialized || !editor.view.dom.contains(target)) return;
      const source = target.getAttribute('src') ?? '';
      if (!remote.current.delete(source)) return;
      remove(editor, source);
      const site = new URL(source).host;
      toast.error(t('composer.picture_refused', { site }), { id: `refused-${site}` });
    };
    // It does not bubble, and the text may not stand yet.
    document.addEventListener('error', onError, { capture: true });
    return () => document.removeEventListener('error', onError, { capture: true });
  }, [latest]);

  const addressOf = (file: File): string => {
    const [id] = startUploads(uuid, mode, [file], { isInline: true });
    if (!id) return '';
    const address = URL.createObjectURL(file);
    waiting.current.set(id, address);
    return address;
  };
  return {
    addressOf,
    insert: (files, at) => {
      const nodes = files
        .map((file) => ({ src: addressOf(file), alt: file.name }))
        .filter(({ src }) => src !== '')
        .map((attrs) => ({ type: 'image', attrs }));
      if (nodes.length > 0) latest.current?.chain().insertContentAt(at, nodes).run();
    },
    expect: (sources) => {
      remote.current = new Set([...remote.current, ...sources]);
    },
  };
}

/** Puts the stored picture where it was shown; one that came from an editor that is gone goes to the end. */
function settle(editor: Editor, address: string | undefined, { uuid, filename }: MediaItem): void {
  const attrs = { src: `/uploads/${uuid}`, alt: filename };
  if (address === undefined) {
    editor.chain().insertContentAt(editor.state.doc.content.size, { type: 'image', attrs }).run();
    return;
  }
  const { tr } = editor.state;
  for (const at of placesOf(editor, address))
    tr.setNodeMarkup(at, undefined, { ...tr.doc.nodeAt(at)?.attrs, ...attrs });
  // Undoing it would show an address that is gone.
  editor.view.dispatch(tr.setMeta('addToHistory', false));
}

function remove(editor: Editor, address: string): void {
  const { tr } = editor.state;
  for (const at of placesOf(editor, address).reverse()) tr.delete(at, at + 1);
  editor.view.dispatch(tr.setMeta('addToHistory', false));
}

function placesOf(editor: Editor, address: string): number[] {
  const places: number[] = [];
  editor.state.doc.descendants((node, at) => {
    if (node.type.name === 'image' && node.attrs.src === address) places.push(at);
  });
  return places;
}
