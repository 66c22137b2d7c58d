import type { Conversation } from '@bellhop/contract';
import { Copy, Lock, RotateCcw, Sparkles, Square, TriangleAlert, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { plural, t } from '../../../../lib/i18n.ts';
import { useCan } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { copyText } from '../../../../ui/copy-text.ts';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { openComposer } from '../composer/composer-state.ts';
import { insertHtml } from '../composer/editors.ts';
import { dayAndTime } from '../message-time.ts';
import { AiSourceList } from './AiSourceList.tsx';
import { AiText } from './AiText.tsx';
import { aiHtml } from './ai-html.ts';
import { type Summary, showSummary } from './summaries.ts';
import { useSummary } from './use-summary.ts';
import './ai-parts.css';

const KeyDialog = lazy(() => import('./KeyDialog.tsx'));

interface SummaryCardProps {
  id: string;
  conversation: Conversation;
}

/** A conversation summed up by a model: as of when, from which messages, and what can be done with it. */
export function SummaryCard({ id, conversation }: SummaryCardProps) {
  const { uuid } = conversation;
  const { summary, isRunning, error, renew, stop } = useSummary(uuid);
  const mayManage = useCan('ai:manage');
  const [isKeyAsked, setKeyAsked] = useState(false);
  const needsKey = mayManage && error?.status_code === 400;
  return (
    <section
      id={id}
      className="ai-summary"
      aria-label={t('ai.summary')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isRunning) return;
        event.stopPropagation();
        stop();
      }}
    >
      <div className="ai-line">
        <Sparkles className="ico-14" aria-hidden />
        <b>{t('ai.summary')}</b>
        <AsOf conversation={conversation} summary={summary} isRunning={isRunning} />
        {isRunning ? (
          <Button size="s" icon={<Square aria-hidden />} aria-keyshortcuts="Escape" onClick={stop}>
            {t('ai.stop')}
          </Button>
        ) : (
          <Ways uuid={uuid} text={summary?.answer.text ?? ''} onAgain={renew} />
        )}
        <IconButton
          size="s"
          label={t('ai.summary.hide')}
          icon={<X aria-hidden />}
          onClick={() => showSummary(uuid, false)}
        />
      </div>
      {(summary || isRunning) && <AiText text={summary?.answer.text ?? ''} isRunning={isRunning} />}
      {!isRunning && summary?.answer.sources && <AiSourceList sources={summary.answer.sources} />}
      {error && (
        <div className="ai-error" role="alert">
          <TriangleAlert className="ico-14" aria-hidden />
          <span className="grow">{error.message}</span>
          {needsKey ? (
            <Button size="s" onClick={() => setKeyAsked(true)}>
              {t('ai.enterOpenAIAPIKey')}
            </Button>
          ) : (
            <Button size="s" onClick={renew}>
              {plural('globals.terms.tryAgain')}
            </Button>
          )}
        </div>
      )}
      {isKeyAsked && (
        <Suspense>
          <KeyDialog
            onClose={(isSaved) => {
              setKeyAsked(false);
              if (isSaved) renew();
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

interface AsOfProps {
  conversation: Conversation;
  summary: Summary | undefined;
  isRunning: boolean;
}

/** When it was made, and what it lacks. */
function AsOf({ conversation, summary, isRunning }: AsOfProps) {
  const now = useNow(60_000);
  if (isRunning) return <span className="grow ai-aside">{t('ai.summary.running')}</span>;
  if (!summary) return <span className="grow" />;
  const { at, isStopped, answer } = summary;
  const isOld = new Date(conversation.last_message_at ?? 0) > at;
  return (
    <span className="grow ai-aside">
      <time dateTime={at.toISOString()}>{t('ai.summary.as_of', { time: dayAndTime(at, now) })}</time>
      {isStopped && ` · ${t('ai.stopped')}`}
      {answer.isCut && ` · ${t('ai.cut')}`}
      {isOld && ` · ${t('ai.summary.old')}`}
    </span>
  );
}

interface WaysProps {
  uuid: string;
  text: string;
  onAgain: () => void;
}

function Ways({ uuid, text, onAgain }: WaysProps) {
  const mayWrite = useCan('messages:write');
  const insertNote = () => {
    insertHtml(uuid, 'note', aiHtml(text));
    openComposer(uuid, 'note');
  };
  return (
    <>
      {text !== '' && (
        <>
          <IconButton
            size="s"
            label={t('ai.copy')}
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(text, t('ai.copied'))}
          />
          {mayWrite && (
            <IconButton size="s" label={t('ai.summary.note')} icon={<Lock aria-hidden />} onClick={insertNote} />
          )}
        </>
      )}
      <IconButton size="s" label={t('ai.again')} icon={<RotateCcw aria-hidden />} onClick={onAgain} />
    </>
  );
}
