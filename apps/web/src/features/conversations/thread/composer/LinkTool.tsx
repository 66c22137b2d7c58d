import { type Editor, useEditorState } from '@tiptap/react';
import { Link, Unlink } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Input } from '../../../../ui/Field.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { ToolPopover } from './editor/ToolPopover.tsx';

/** Makes the selected text a link, changes the link at the caret, or takes it off. */
export function LinkTool({ editor }: { editor: Editor }) {
  const [isOpen, setOpen] = useState(false);
  const address = useEditorState({
    editor,
    selector: ({ editor: current }) =>
      current.isActive('link') ? String(current.getAttributes('link').href ?? '') : '',
  });
  const set = (typed: string) => {
    setOpen(false);
    const href = completed(typed.trim());
    const chain = editor.chain().focus().extendMarkRange('link');
    if (href === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !address)
      chain.insertContent({ type: 'text', text: typed.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    set(event.currentTarget.value);
  };
  return (
    <ToolPopover
      label={t('composer.link')}
      icon={<Link aria-hidden />}
      isOn={address !== ''}
      className="link-form"
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Input
        type="url"
        aria-label={t('composer.link_address')}
        placeholder="https://"
        defaultValue={address}
        onKeyDown={onKeyDown}
      />
      <Button onClick={(event) => set(fieldBefore(event.currentTarget))}>{t('globals.messages.save')}</Button>
      {address && <IconButton label={t('composer.unlink')} icon={<Unlink aria-hidden />} onClick={() => set('')} />}
    </ToolPopover>
  );
}

function fieldBefore(button: HTMLButtonElement): string {
  return button.parentElement?.querySelector('input')?.value ?? '';
}

/** `shop.example` means the site, `ana@shop.example` the address; other schemes than these are no links. */
function completed(typed: string): string {
  if (typed === '' || /^(?:https?:\/\/|mailto:|tel:)/i.test(typed)) return typed;
  if (/^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/.test(typed)) return `mailto:${typed}`;
  return /^[a-z][a-z\d+.-]*:(?!\d)/i.test(typed) ? '' : `https://${typed}`;
}
