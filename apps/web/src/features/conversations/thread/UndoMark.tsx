import { useQueryClient } from '@tanstack/react-query';
import { Clock } from 'lucide-react';
import { useEffect } from 'react';
import { t } from '../../../lib/i18n.ts';
import { useSecondsUntil } from './UndoLabel.tsx';
import { rememberUndoable, undoSend } from './undo-send.ts';

interface UndoMarkProps {
  conversation_uuid: string;
  message_uuid: string;
  /** When it leaves, in milliseconds of the server's clock. */
  until: number;
}

/** Beside the time of one's own reply: in how many seconds it leaves, and the way back. */
export default function UndoMark({ conversation_uuid, message_uuid, until }: UndoMarkProps) {
  const client = useQueryClient();
  const seconds = useSecondsUntil(until);
  useEffect(
    () => rememberUndoable({ conversation_uuid, message_uuid, until }),
    [conversation_uuid, message_uuid, until],
  );
  if (seconds === 0) return <span className="delivery">{t('delivery.sending')}</span>;
  return (
    <span className="delivery">
      <Clock className="ico-14" aria-hidden />
      <span aria-hidden="true">{t('undo.leaves', { n: seconds })}</span>
      <button
        type="button"
        className="undo"
        onClick={() => void undoSend(client, { conversation_uuid, message_uuid, until })}
      >
        {t('undo.undo')}
      </button>
    </span>
  );
}
