import { defaultStatusNames } from 'virtual:contract';
import { Check, ChevronDown, CircleDot, Send } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import { useCan } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Menu, MenuItem } from '../../../../ui/Menu.tsx';
import { SendCap } from '../../../../ui/SendCap.tsx';
import { useStatusOptions } from '../../../statuses/index.ts';
import type { ComposeMode } from '../../drafts/draft.ts';
import { useComposerState } from './composer-state.ts';
import { useUploads } from './uploads.ts';
import { useIsBusy } from './use-send.ts';

interface SendButtonsProps {
  uuid: string;
  mode: ComposeMode;
  /** Without a status: as the main button says. */
  onSend: (status?: string | null) => void;
}

/** Send, or Add note, which looks different enough not to be taken for Send. Off while something is on its way, and only then. */
export function SendButtons({ uuid, mode, onSend }: SendButtonsProps) {
  const isBusy = useIsBusy(uuid, mode);
  const isUploading = useUploads(uuid, mode).length > 0;
  const maySetStatus = useCan('conversations:update_status');
  const { status } = useComposerState(uuid);
  if (mode === 'note') {
    return (
      <Button className="btn-note" aria-disabled={isBusy} onClick={() => onSend()}>
        {isUploading ? t('composer.uploading') : t('composer.add_note')}
        {!isUploading && <SendCap />}
      </Button>
    );
  }
  return (
    <span className={maySetStatus ? 'split' : undefined}>
      <Button tone="main" aria-disabled={isBusy} onClick={() => onSend()}>
        {isUploading ? t('composer.uploading') : status === null ? t('composer.send') : sendAnd(status)}
        {!isUploading && <SendCap />}
      </Button>
      {maySetStatus && (
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
          {status !== null && (
            <MenuItem icon={<Send aria-hidden />} isDisabled={isBusy} onSelect={() => onSend(null)}>
              {t('composer.send_only')}
            </MenuItem>
          )}
          <StatusItems isBusy={isBusy} onSend={onSend} />
        </Menu>
      )}
    </span>
  );
}

/** Resolved first, which has a key, then the others; a snooze needs a time and is not among them. */
function StatusItems({ isBusy, onSend }: { isBusy: boolean; onSend: (status: string) => void }) {
  const { resolved, snoozed } = defaultStatusNames;
  const others = useStatusOptions().filter(({ value }) => value !== resolved && value !== snoozed);
  return (
    <>
      <MenuItem
        icon={<Check aria-hidden />}
        keys="mod+Shift+Enter"
        isDisabled={isBusy}
        onSelect={() => onSend(resolved)}
      >
        {sendAnd(resolved)}
      </MenuItem>
      {others.map(({ value }) => (
        <MenuItem key={value} icon={<CircleDot aria-hidden />} isDisabled={isBusy} onSelect={() => onSend(value)}>
          {sendAnd(value)}
        </MenuItem>
      ))}
    </>
  );
}

function sendAnd(status: string): string {
  return status === defaultStatusNames.resolved
    ? t('composer.send_and_resolve')
    : t('composer.send_and_set', { status });
}
