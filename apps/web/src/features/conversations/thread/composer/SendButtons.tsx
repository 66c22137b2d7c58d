import { Check, ChevronDown } from 'lucide-react';
import { keyCaps } from '../../../../lib/hotkeys.ts';
import { t } from '../../../../lib/i18n.ts';
import { useCan } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu, MenuItem } from '../../../../ui/Menu.tsx';
import type { ComposeMode } from '../../drafts/draft.ts';
import { useUploads } from './uploads.ts';
import { useIsBusy } from './use-send.ts';

interface SendButtonsProps {
  uuid: string;
  mode: ComposeMode;
  onSend: (isResolving: boolean) => void;
}

/** Send, or Add note, which looks different enough not to be taken for Send. Off while something is on its way, and only then. */
export function SendButtons({ uuid, mode, onSend }: SendButtonsProps) {
  const isBusy = useIsBusy(uuid, mode);
  const isUploading = useUploads(uuid, mode).length > 0;
  const mayResolve = useCan('conversations:update_status');
  const caps = (
    <span className="kbd" aria-hidden="true">
      {keyCaps('mod+Enter').join(' ').replace('Enter', '↵')}
    </span>
  );
  if (mode === 'note') {
    return (
      <Button className="btn-note" aria-disabled={isBusy} onClick={() => onSend(false)}>
        {isUploading ? t('composer.uploading') : t('composer.add_note')}
        {!isUploading && caps}
      </Button>
    );
  }
  return (
    <span className={mayResolve ? 'split' : undefined}>
      <Button tone="main" aria-disabled={isBusy} onClick={() => onSend(false)}>
        {isUploading ? t('composer.uploading') : t('composer.send')}
        {!isUploading && caps}
      </Button>
      {mayResolve && (
        <Menu
          align="end"
          side="top"
          label={t('composer.more_ways')}
          trigger={
            <Button tone="main" aria-disabled={isBusy} aria-label={t('composer.more_ways')}>
              <ChevronDown className="ico-14" aria-hidden />
            </Button>
          }
        >
          <MenuItem
            icon={<Check aria-hidden />}
            keys="mod+Shift+Enter"
            isDisabled={isBusy}
            onSelect={() => onSend(true)}
          >
            {t('composer.send_and_resolve')}
          </MenuItem>
        </Menu>
      )}
    </span>
  );
}
