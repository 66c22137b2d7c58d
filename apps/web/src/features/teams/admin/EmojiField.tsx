import { Smile } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { lazy, Suspense, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import { t } from '../../../lib/i18n.ts';
import { useFieldError } from '../../../ui/admin/fields.tsx';
import { Field, useFieldParts } from '../../../ui/Field.tsx';
import { landmarkOf } from '../../../ui/landmark.ts';
import { loadPicker } from '../../emoji/index.ts';
import './teams.css';

const EmojiPicker = lazy(async () => ({ default: (await loadPicker()).EmojiPicker }));

/** One emoji out of the picker. */
export function EmojiField({ name, label }: { name: string; label: string }) {
  return (
    <Field label={label} error={useFieldError(name)}>
      <EmojiButton name={name} label={label} />
    </Field>
  );
}

function EmojiButton({ name, label }: { name: string; label: string }) {
  const { field } = useController({ name });
  const parts = useFieldParts();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const emoji = field.value as string;
  return (
    <Popover.Root open={isOpen} onOpenChange={setOpen}>
      <Popover.Trigger asChild>
        <button
          ref={(element) => {
            button.current = element;
            field.ref(element);
          }}
          type="button"
          className="input team-emoji"
          onPointerEnter={() => void loadPicker().catch(() => undefined)}
          {...parts}
        >
          {emoji ? (
            <span className="emoji">{emoji}</span>
          ) : (
            <>
              <Smile aria-hidden />
              <span className="vh">{t('globals.messages.select', { name: label })}</span>
            </>
          )}
        </button>
      </Popover.Trigger>
      <Popover.Portal container={landmarkOf(button.current)}>
        <Popover.Content
          className="menu team-emoji-picker"
          align="start"
          sideOffset={6}
          collisionPadding={8}
          aria-label={label}
        >
          <Suspense fallback={<div className="team-emoji-wait" aria-hidden="true" />}>
            <EmojiPicker
              onChoose={({ native }) => {
                field.onChange(native);
                setOpen(false);
              }}
            />
          </Suspense>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
