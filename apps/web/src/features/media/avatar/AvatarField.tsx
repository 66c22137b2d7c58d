import { ImageUp, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Avatar } from '../../../ui/Avatar.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import './avatar-field.css';

const AvatarCrop = lazy(() => import('./AvatarCrop.tsx'));

interface AvatarFieldProps {
  person: { first_name: string; last_name: string; avatar_url: string | null };
  isUs?: boolean;
  /** Who sees the picture. */
  help?: string;
  isBusy: boolean;
  /** Keeps a square picture, or with null removes the one there is. Refuses when that failed and a toast has said why. */
  onSave: (file: File | null) => Promise<unknown>;
  /** Said when the picture is gone. */
  removedText: string;
}

/** A person's picture, and how to change it: a file is chosen, cropped to a square and kept at once. */
export function AvatarField({ person, isUs = false, help, isBusy, onSave, removedText }: AvatarFieldProps) {
  const [file, setFile] = useState<File>();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const keep = async (kept: File | null) => {
    try {
      await onSave(kept);
      return true;
    } catch {
      // Its toast has said why.
      return false;
    }
  };
  const remove = async () => {
    if (await keep(null)) toast.success(removedText);
  };
  return (
    <div className="avatar-field">
      <Avatar {...person} size={72} isUs={isUs} />
      <div className="avatar-field-tools">
        <div className="avatar-field-buttons">
          <Button
            ref={button}
            icon={<ImageUp aria-hidden />}
            aria-disabled={isBusy}
            onClick={() => !isBusy && input.current?.click()}
          >
            {t('account.changeAvatar')}
          </Button>
          {person.avatar_url && (
            <Button
              tone="quiet"
              icon={<Trash2 aria-hidden />}
              aria-disabled={isBusy}
              onClick={() => {
                if (isBusy) return;
                // The button goes with the picture.
                button.current?.focus();
                void remove();
              }}
            >
              {t('account.removeAvatar')}
            </Button>
          )}
        </div>
        {help && <p className="help">{help}</p>}
        <input
          ref={input}
          type="file"
          hidden
          tabIndex={-1}
          accept="image/png,image/jpeg,image/gif,image/webp"
          aria-label={t('account.chooseAFile')}
          onChange={(event) => {
            setFile(event.target.files?.[0]);
            // The same file may be chosen again.
            event.target.value = '';
          }}
        />
      </div>
      {file && (
        <Suspense>
          <AvatarCrop
            file={file}
            isBusy={isBusy}
            onClose={() => {
              setFile(undefined);
              button.current?.focus();
            }}
            onCropped={keep}
          />
        </Suspense>
      )}
    </div>
  );
}
