import type { DeskPicture as Picture } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { api, toApiError } from '../../../lib/api.ts';
import { hereIfOurs } from '../../../lib/favicon.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/toast.ts';
import './settings.css';

interface DeskPictureProps {
  picture: Picture;
  /** Where it is now; '' for none. */
  address: string;
  /** Somebody uploaded it. */
  isOwn: boolean;
}

/** Logo or favicon as it looks now; another one is uploaded, and in use at once. */
export function DeskPicture({ picture, address, isOwn }: DeskPictureProps) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const name = t(picture === 'logo' ? 'admin.general.logoURL' : 'admin.general.faviconURL');
  const shown = hereIfOurs(address);
  const change = async (call: () => Promise<unknown>) => {
    if (isBusy) return;
    setBusy(true);
    setRefusal('');
    try {
      await call();
      await client.invalidateQueries({ queryKey: ['settings'] });
      toast.success(t('admin.general.picture.saved'));
    } catch (error) {
      setRefusal(toApiError(error).message);
    } finally {
      setBusy(false);
      button.current?.focus();
    }
  };
  return (
    <div className="desk-picture">
      {shown !== '' && <img key={shown} src={shown} alt={name} className={`is-${picture}`} />}
      <Button
        ref={button}
        size="s"
        icon={<Upload aria-hidden />}
        aria-disabled={isBusy}
        onClick={() => !isBusy && input.current?.click()}
      >
        {t('admin.general.picture.upload')}
        <span className="vh"> {name}</span>
      </Button>
      {isOwn && (
        <Button
          size="s"
          tone="quiet"
          aria-disabled={isBusy}
          onClick={() => void change(() => api('settings.remove_picture', { params: { picture } }))}
        >
          {t('admin.general.picture.remove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        tabIndex={-1}
        accept="image/png,image/jpeg,image/webp,image/gif,image/svg+xml,image/x-icon,.ico"
        aria-label={name}
        onChange={(event) => {
          const file = event.target.files?.[0];
          // The same file may be chosen again.
          event.target.value = '';
          if (file) void change(() => api('settings.set_picture', { params: { picture }, files: [file] }));
        }}
      />
      {refusal && (
        <p className="admin-refusal" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}
