import type { Conversation } from '@bellhop/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { afterPaint } from '../../../lib/after-paint.ts';
import { fullDate } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useNow } from '../../../ui/use-now.ts';
import { openedOn } from './message-time.ts';

const AiCorner = lazy(() => import('./ai/AiCorner.tsx'));

/** Subject, and where and when the conversation began. */
export function Letterhead({ conversation }: { conversation: Conversation }) {
  const now = useNow(60_000);
  const [isDrawn, setDrawn] = useState(false);
  // Nobody waits for it to read.
  useEffect(() => afterPaint(() => setDrawn(true)), []);
  const { subject, inbox_name, reference_number, created_at } = conversation;
  return (
    <header className="letterhead" data-toasts="below">
      <h1 dir="auto" title={subject ?? undefined}>
        {subject || t('list.no_subject')}
      </h1>
      <p className="meta">
        <span className="cut" dir="auto">
          {inbox_name}
        </span>
        <span className="sep" aria-hidden="true">
          /
        </span>
        <span className="num">{reference_number}</span>
        <span className="sep" aria-hidden="true">
          /
        </span>
        <time dateTime={created_at} title={fullDate(created_at)}>
          {openedOn(created_at, now)}
        </time>
      </p>
      {isDrawn && (
        <Suspense>
          <AiCorner key={conversation.uuid} conversation={conversation} />
        </Suspense>
      )}
    </header>
  );
}
