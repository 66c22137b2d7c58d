import type { Message } from '@bellhop/contract';
import { CircleHelp, Download, FileSearch, Link } from 'lucide-react';
import { use } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { conversationPath } from '../paths.ts';
import { copyAddress } from './copy-address.ts';
import { Ask, emlAddress, hasOriginal } from './original.ts';

interface MessageActionsProps {
  message: Message;
  conversation_uuid: string;
}

/** Below the addresses: the original, as a page and as a file, and a link to this message. */
export function MessageActions({ message, conversation_uuid }: MessageActionsProps) {
  const ask = use(Ask);
  const link = conversationPath({ kind: 'all' }, conversation_uuid, `?message=${message.uuid}`);
  return (
    <div className="msg-actions">
      {hasOriginal(message) && (
        <>
          <Button
            tone="quiet"
            size="s"
            icon={<FileSearch aria-hidden />}
            aria-haspopup="dialog"
            onClick={() => ask({ about: 'original', message_uuid: message.uuid })}
          >
            {t('thread.view_original')}
          </Button>
          <a
            className={buttonClass({ tone: 'quiet', size: 's' })}
            href={emlAddress(conversation_uuid, message.uuid)}
            download={`${message.uuid}.eml`}
          >
            <Download aria-hidden />
            {t('thread.download_eml')}
          </a>
        </>
      )}
      {message.type === 'incoming' && !message.private && (
        <Button
          tone="quiet"
          size="s"
          icon={<CircleHelp aria-hidden />}
          aria-haspopup="dialog"
          onClick={() => ask({ about: 'threading', message_uuid: message.uuid })}
        >
          {t('thread.why')}
        </Button>
      )}
      <Button tone="quiet" size="s" icon={<Link aria-hidden />} onClick={() => void copyAddress(link)}>
        {t('details.copy_link')}
      </Button>
    </div>
  );
}
