import type { Editor } from '@tiptap/react';
import { Copy, Sparkles, Square, Undo2, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { copyText } from '../../../../../ui/copy-text.ts';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import type { ComposeMode } from '../../../drafts/draft.ts';
import { AiSourceList } from '../../ai/AiSourceList.tsx';
import { AiText } from '../../ai/AiText.tsx';
import { type AiWorkState, useAiWork, type AiWork as Work } from './use-ai-work.ts';
import './ai.css';

const KeyDialog = lazy(() => import('../../ai/KeyDialog.tsx'));

interface AiWorkProps {
  editor: Editor;
  uuid: string;
  mode: ComposeMode;
}

/** What a model is writing, below the text: how it gets on, how to stop it, what it used, and what to do with it. */
export default function AiWork({ editor, uuid, mode }: AiWorkProps) {
  const state = useAiWork(editor, uuid, mode);
  const { work, needsKey, closeKey } = state;
  return (
    <>
      {work &&
        (work.place === 'beside' ? (
          <Beside work={work} state={state} />
        ) : (
          <InText editor={editor} work={work} state={state} />
        ))}
      {needsKey && (
        <Suspense>
          <KeyDialog onClose={closeKey} />
        </Suspense>
      )}
    </>
  );
}

function titleOf({ wish, isRunning }: Work): string {
  if (wish.kind === 'suggest') return isRunning ? t('ai.suggest.running') : t('ai.suggest.title');
  return isRunning ? t('ai.rewrite.running', { title: wish.title }) : t('ai.rewrite.done', { title: wish.title });
}

/** What is being written, how far it is, and whether it ended before its end. */
function Title({ work }: { work: Work }) {
  const { isRunning, answer } = work;
  return (
    <>
      <Sparkles className="ico-14" aria-hidden />
      <span className="grow" aria-busy={isRunning}>
        {titleOf(work)}
        {!isRunning && answer.isCut && <span className="ai-aside ai-more">{t('ai.cut')}</span>}
      </span>
    </>
  );
}

interface PartProps {
  work: Work;
  state: AiWorkState;
}

/** The text comes into the letter itself. */
function InText({ editor, work, state: { stop, undo, dismiss } }: PartProps & { editor: Editor }) {
  const canUndo = useUnchanged(editor, work.isRunning);
  const { wish, isRunning, answer } = work;
  const isSuggested = wish.kind === 'suggest';
  if (!isRunning && !canUndo && !isSuggested) return null;
  return (
    <section className="ai-line" aria-label={titleOf(work)}>
      <Title work={work} />
      {isRunning ? (
        <StopButton onStop={stop} />
      ) : (
        <>
          {canUndo && (
            <Button size="s" tone="quiet" icon={<Undo2 className="flips" aria-hidden />} onClick={undo}>
              {t('undo.undo')}
            </Button>
          )}
          <IconButton size="s" side="top" label={t('ai.dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
        </>
      )}
      {!isRunning && answer.sources && <AiSourceList sources={answer.sources} />}
    </section>
  );
}

/** Beside what somebody has written: looked at first, taken only when wished. */
function Beside({ work, state: { start, stop, take, dismiss } }: PartProps) {
  const { wish, isRunning, answer } = work;
  return (
    <section className="ai-beside" aria-label={titleOf(work)}>
      <div className="ai-line">
        <Title work={work} />
        {isRunning ? (
          <StopButton onStop={stop} />
        ) : (
          <IconButton size="s" side="top" label={t('ai.dismiss')} icon={<X aria-hidden />} onClick={dismiss} />
        )}
      </div>
      <AiText text={answer.text} isRunning={isRunning} />
      {answer.sources && !isRunning && <AiSourceList sources={answer.sources} />}
      {!isRunning && (
        <div className="ai-ways">
          {wish.kind === 'suggest' && (
            <Button size="s" tone="quiet" onClick={() => start(wish)}>
              {t('ai.again')}
            </Button>
          )}
          <Button
            size="s"
            tone="quiet"
            icon={<Copy aria-hidden />}
            onClick={() => void copyText(answer.text, t('ai.copied'))}
          >
            {t('ai.copy')}
          </Button>
          <Button size="s" onClick={() => take('replace')}>
            {t('ai.replace')}
          </Button>
          <Button size="s" tone="main" onClick={() => take('insert')}>
            {t('ai.insert')}
          </Button>
        </div>
      )}
    </section>
  );
}

function StopButton({ onStop }: { onStop: () => void }) {
  return (
    <Button size="s" icon={<Square aria-hidden />} aria-keyshortcuts="Escape" onClick={onStop}>
      {t('ai.stop')}
    </Button>
  );
}

/** Whether nothing was written since the text has come: what undo takes back is that, then. */
function useUnchanged(editor: Editor, isRunning: boolean): boolean {
  const [isUnchanged, setUnchanged] = useState(true);
  useEffect(() => {
    if (isRunning) return;
    setUnchanged(true);
    const onUpdate = () => setUnchanged(false);
    editor.on('update', onUpdate);
    return () => {
      editor.off('update', onUpdate);
    };
  }, [editor, isRunning]);
  return isUnchanged;
}
