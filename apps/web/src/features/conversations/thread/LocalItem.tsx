import type { Conversation } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { LoaderCircle, RotateCw, TriangleAlert } from 'lucide-react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { FileChip } from '../../media/index.ts';
import { openComposer } from './composer/composer-state.ts';
import { resend, takeToComposer } from './composer/send-draft.ts';
import { useSettle } from './composer/use-send.ts';
import { ComposedHtml } from './letter/ComposedHtml.tsx';
import { isAbandoned, type LocalMessage } from './local-messages.ts';
import { MessageHead } from './MessageHead.tsx';
import { labelOf } from './MessageItem.tsx';
import './message.css';

interface LocalItemProps {
  local: LocalMessage;
  contact: Conversation['contact'];
}

/** A reply or note on its way to the server, or one that did not get there. */
export default function LocalItem({ local, contact }: LocalItemProps) {
  const me = useCurrentAgent();
  // Whether another page still waits for it is a matter of time.
  useNow(5_000);
  const isNote = local.mode === 'note';
  const isFailed = local.state === 'failed' || isAbandoned(local);
  const message = {
    type: 'outgoing' as const,
    private: isNote,
    meta: { ...local.recipients },
    created_at: local.created_at,
  };
  const state = (
    <span className="delivery">
      <LoaderCircle className="ico-14 turns" aria-hidden />
      {t('delivery.saving')}
    </span>
  );
  return (
    <article className={`msg ${isNote ? 'msg-note' : 'msg-out'}`} aria-label={labelOf(message, fullName(me))}>
      <MessageHead message={message} contact={contact} sender={me} state={isFailed ? null : state} />
      <ComposedHtml html={local.draft.html} />
      {local.draft.files.length > 0 && (
        <div className="files">
          <ul className="file-row">
            {local.draft.files.map((file) => (
              <li key={file.uuid}>
                <FileChip name={file.filename} size={file.size} content_type={file.content_type} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {isFailed && <NotSent local={local} />}
    </article>
  );
}

/** Why it is not with the server, and what can be done: the text is safe on this device. */
function NotSent({ local }: { local: LocalMessage }) {
  const client = useQueryClient();
  const { conversation_uuid: uuid, mode, set_status } = local;
  const settle = useSettle(uuid);
  const from = window.location.pathname + window.location.search;
  const retry = () => void resend(client, local).then((outcome) => settle(outcome, { mode, set_status, from }));
  const edit = () => {
    takeToComposer(local);
    openComposer(uuid, mode);
  };
  return (
    <div className="failed" role="alert">
      <TriangleAlert aria-hidden />
      <span className="grow">
        <b>{t('delivery.failed')}</b> <span dir="auto">{local.reason ?? t('delivery.no_answer')}</span>
      </span>
      <Button size="s" onClick={edit}>
        {t('delivery.edit')}
      </Button>
      <Button size="s" icon={<RotateCw aria-hidden />} onClick={retry}>
        {t('delivery.retry')}
      </Button>
    </div>
  );
}
