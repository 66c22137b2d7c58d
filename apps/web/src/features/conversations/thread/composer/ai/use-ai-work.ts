import { closeHistory } from '@tiptap/pm/history';
import type { Editor } from '@tiptap/react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { toApiError } from '../../../../../lib/api.ts';
import { plural, t } from '../../../../../lib/i18n.ts';
import { useCan } from '../../../../../lib/session.ts';
import { announce } from '../../../../../ui/announce.ts';
import { toast } from '../../../../../ui/toast.ts';
import { type AiAnswer, type AiTask, askAi } from '../../../../ai/index.ts';
import { type ComposeMode, newConversation } from '../../../drafts/draft.ts';
import { type AiText, fromAiText, noKept, toAiText } from './ai-text.ts';
import { type AiWish, onAiWish, setAiWriting, takeAiWish } from './ai-wishes.ts';
import { landing, previewKey, previewPlugin, readPreview, showPreview } from './preview-plugin.ts';

/** A text on its way, or one that has come. */
export interface AiWork {
  wish: AiWish;
  /** In the place of what was written, or beside it, because nothing that somebody writes may be overwritten. */
  place: 'text' | 'beside';
  isRunning: boolean;
  answer: AiAnswer;
  /** What pictures and links in the answer stand for. */
  given: Pick<AiText, 'kept' | 'links'>;
}

export interface AiWorkState {
  work: AiWork | undefined;
  /** The provider's key is missing or refused, and this agent may enter one; it then goes on. */
  needsKey: boolean;
  closeKey: (isSaved: boolean) => void;
  start: (wish: AiWish) => void;
  /** Ends it; what has come stays. */
  stop: () => void;
  /** Puts what has come beside the text into it. */
  take: (how: 'insert' | 'replace') => void;
  /** Takes the last landing back, as long as nothing was written since. */
  undo: () => void;
  dismiss: () => void;
}

const nothing: AiAnswer = { text: '', sources: null, isCut: false };
let failures = 0;

/** Why it was ended: what has come stays, or what was there comes back. */
type Ending = 'stop' | 'undo';

/**
 * Has a text rewritten, or a reply suggested, word by word into an editor. What is written stays in the document until all has
 * come, and is then replaced in one step, so that drafts never hold half of it and one undo brings it back.
 */
export function useAiWork(editor: Editor, uuid: string, mode: ComposeMode): AiWorkState {
  const [work, setWork] = useState<AiWork>();
  const [missing, setMissing] = useState<AiWish>();
  const mayManage = useCan('ai:manage');
  const run = useRef<AbortController>(undefined);

  const endPreview = useCallback(() => {
    setAiWriting(uuid, mode, false);
    if (!editor.isDestroyed && readPreview(editor.state)) editor.unregisterPlugin(previewKey);
  }, [editor, uuid, mode]);

  const start = useCallback(
    async (wish: AiWish) => {
      const begun = begin(editor, uuid, wish);
      if (!begun) return;
      run.current?.abort('undo' satisfies Ending);
      endPreview();
      const controller = new AbortController();
      run.current = controller;
      const { signal } = controller;
      const { task, range, given } = begun;
      let place: AiWork['place'] = range ? 'text' : 'beside';
      let answer = nothing;
      const show = (isRunning: boolean) => {
        if (place === 'text' && isRunning && !editor.isDestroyed) {
          if (readPreview(editor.state)?.isTouched) {
            place = 'beside';
            endPreview();
          } else if (answer.text) {
            editor.view.dispatch(
              showPreview(editor.state, fromAiText(editor.schema, answer.text, given, { isWhole: false })),
            );
          }
        }
        setWork({ wish, place, isRunning, answer, given });
      };
      const finish = () => {
        const preview = readPreview(editor.state);
        if (place === 'text' && preview?.isTouched) place = 'beside';
        endPreview();
        if (answer.text === '') return setWork(undefined);
        if (place === 'text' && preview)
          land(editor, preview.from, preview.to, fromAiText(editor.schema, answer.text, given));
        show(false);
        announce(wish.kind === 'suggest' ? t('ai.suggest.done') : t('ai.rewrite.done', { title: wish.title }));
      };
      if (range) {
        setAiWriting(uuid, mode, true);
        editor.registerPlugin(previewPlugin(range.from, range.to));
      }
      show(true);
      const paint = everyFrame(() => run.current === controller && show(true));
      try {
        answer = await askAi(task, {
          signal,
          onProgress: (next) => {
            answer = next;
            paint.soon();
          },
        });
        if (run.current === controller) finish();
      } catch (error) {
        if (run.current !== controller) return;
        if (signal.aborted && signal.reason === ('stop' satisfies Ending)) return finish();
        endPreview();
        setWork(undefined);
        if (signal.aborted) return;
        const { message, status_code } = toApiError(error);
        if (status_code === 400 && mayManage) return setMissing(wish);
        failures += 1;
        // A toast that is about to go would take the next one of its name along.
        toast.error(message, {
          id: `ai-failed-${failures}`,
          description: answer.text ? t('ai.broken_off') : undefined,
          action: {
            label: plural('globals.terms.tryAgain'),
            onClick: () => {
              if (editor.isDestroyed) return;
              editor.view.focus();
              void start(wish);
            },
          },
        });
      } finally {
        paint.end();
        if (run.current === controller) run.current = undefined;
      }
    },
    [editor, uuid, mode, mayManage, endPreview],
  );

  useEffect(() => {
    const take = () => {
      const wish = takeAiWish(uuid, mode);
      if (wish) void start(wish);
    };
    take();
    return onAiWish(take);
  }, [uuid, mode, start]);
  useEffect(
    () => () => {
      // Whoever goes elsewhere wants no more of it; nothing of it may land there.
      run.current?.abort('undo' satisfies Ending);
      run.current = undefined;
      endPreview();
    },
    [endPreview],
  );
  useKeys(editor, run, work?.isRunning === true, work?.place === 'text');

  return {
    work,
    needsKey: missing !== undefined,
    closeKey: (isSaved) => {
      const wish = missing;
      setMissing(undefined);
      if (isSaved && wish) void start(wish);
    },
    start: (wish) => void start(wish),
    stop: () => run.current?.abort('stop' satisfies Ending),
    take: (how) => {
      if (!work) return;
      const { doc, selection } = editor.state;
      const { from, to } = how === 'replace' ? { from: 0, to: doc.content.size } : endOf(selection);
      land(editor, from, to, fromAiText(editor.schema, work.answer.text, work.given));
      editor.view.focus();
      setWork({ ...work, place: 'text' });
    },
    undo: () => {
      editor.chain().focus().undo().run();
      setWork(undefined);
    },
    dismiss: () => {
      run.current?.abort('undo' satisfies Ending);
      setWork(undefined);
      editor.view.focus();
    },
  };
}

/** At the end of what is marked, so that it stays. */
function endOf({ to }: { to: number }): { from: number; to: number } {
  return { from: to, to };
}

interface Begun {
  task: AiTask;
  /** Where it lands; absent: beside what is written. */
  range?: { from: number; to: number };
  given: AiWork['given'];
}

/** What to ask for, and where the answer goes: a selection or all that is written, an empty text, or else beside it. */
function begin(editor: Editor, uuid: string, wish: AiWish): Begun | undefined {
  const { doc, selection } = editor.state;
  const all = { from: 0, to: doc.content.size };
  if (wish.kind === 'suggest') {
    const { text, ...given } = toAiText(doc.slice(0, doc.content.size));
    const task: AiTask = { kind: 'suggest', uuid, text };
    return editor.isEmpty ? { task, range: all, given: noKept } : { task, given };
  }
  const { from, to } = selection.empty ? all : selection;
  // What is marked from the first to the last letter is all there is.
  const isAll = doc.textBetween(0, from).trim() === '' && doc.textBetween(to, doc.content.size).trim() === '';
  const range = isAll ? all : { from, to };
  const { text, ...given } = toAiText(doc.slice(range.from, range.to, true));
  if (text.replace(/\[\[\d+\]\]/g, '').trim() === '') {
    toast.plain(t('ai.empty'), { id: 'ai' });
    return undefined;
  }
  const conversation_uuid = uuid === newConversation ? null : uuid;
  return { task: { kind: 'rewrite', prompt_key: wish.prompt_key, content: text, conversation_uuid }, range, given };
}

function land(editor: Editor, from: number, to: number, content: Parameters<typeof landing>[3]): void {
  editor.view.dispatch(landing(editor.state, from, to, content));
  // What is typed next is a step of its own.
  editor.view.dispatch(closeHistory(editor.state.tr));
}

/** Words come faster than anybody sees them. */
function everyFrame(run: () => void): { soon: () => void; end: () => void } {
  let frame: number | undefined;
  return {
    soon: () => {
      frame ??= requestAnimationFrame(() => {
        frame = undefined;
        run();
      });
    },
    end: () => frame !== undefined && cancelAnimationFrame(frame),
  };
}

/** While a text comes Escape stops it; undo brings back what was there before. */
function useKeys(
  editor: Editor,
  run: { readonly current: AbortController | undefined },
  isRunning: boolean,
  isInText: boolean,
): void {
  useEffect(() => {
    const form = isRunning && !editor.isDestroyed && editor.view.dom.closest('form');
    if (!form) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const isInLayer = event.target instanceof Element && event.target.closest('[role="menu"], [role="dialog"]');
      const isUndo = isInText && event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey;
      if (isInLayer || event.isComposing || (event.key !== 'Escape' && !isUndo)) return;
      event.preventDefault();
      event.stopPropagation();
      run.current?.abort((isUndo ? 'undo' : 'stop') satisfies Ending);
    };
    form.addEventListener('keydown', onKeyDown, { capture: true });
    return () => form.removeEventListener('keydown', onKeyDown, { capture: true });
  }, [editor, run, isRunning, isInText]);
}
