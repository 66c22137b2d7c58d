import type { Conversation } from '@bellhop/contract';
import { LoaderCircle } from 'lucide-react';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCurrentAgent } from '../../../lib/session.ts';
import { FileChip } from '../../media/index.ts';
import { ComposedHtml } from './letter/ComposedHtml.tsx';
import type { LocalMessage } from './local-messages.ts';
import { MessageHead } from './MessageHead.tsx';
import { labelOf } from './MessageItem.tsx';
import './message.css';

/** A reply or note on its way to the server. */
export function LocalItem({ local, contact }: { local: LocalMessage; contact: Conversation['contact'] }) {
  const me = useCurrentAgent();
  const isNote = local.mode === 'note';
  const message = {
    type: 'outgoing' as const,
    private: isNote,
    meta: { to: local.to },
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
      <MessageHead message={message} contact={contact} sender={me} state={state} />
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
    </article>
  );
}
