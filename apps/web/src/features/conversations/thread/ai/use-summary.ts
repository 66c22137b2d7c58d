import { useCallback, useEffect, useRef, useState } from 'react';
import { type ApiError, toApiError } from '../../../../lib/api.ts';
import { t } from '../../../../lib/i18n.ts';
import { announce } from '../../../../ui/announce.ts';
import { type AiAnswer, askAi } from '../../../ai/index.ts';
import { keepSummary, keptSummary, type Summary } from './summaries.ts';

export interface SummaryState {
  /** What is shown: the last one, or what has come of the next. */
  summary: Summary | undefined;
  isRunning: boolean;
  error: ApiError | undefined;
  /** Asks for it anew. */
  renew: () => void;
  stop: () => void;
}

/** The summary of a conversation: made when it is first looked at, word by word; ended when the agent goes elsewhere. */
export function useSummary(uuid: string): SummaryState {
  const [summary, setSummary] = useState(() => keptSummary(uuid));
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError>();
  const run = useRef<AbortController>(undefined);

  const renew = useCallback(async () => {
    run.current?.abort();
    const controller = new AbortController();
    run.current = controller;
    const at = new Date();
    let answer: AiAnswer = { text: '', sources: null, isCut: false };
    const show = (isStopped: boolean) => setSummary({ answer, at, isStopped });
    setError(undefined);
    setRunning(true);
    show(false);
    try {
      answer = await askAi(
        { kind: 'summarise', uuid },
        {
          signal: controller.signal,
          onProgress: (next) => {
            answer = next;
            if (run.current === controller) show(false);
          },
        },
      );
      if (run.current !== controller) return;
      show(false);
      keepSummary(uuid, { answer, at, isStopped: false });
      announce(t('ai.summary.done'));
    } catch (cause) {
      if (run.current !== controller) return;
      const isStopped = controller.signal.aborted;
      if (isStopped) show(true);
      else setError(toApiError(cause));
      const isWorthKeeping = isStopped && answer.text !== '';
      keepSummary(uuid, isWorthKeeping ? { answer, at, isStopped } : undefined);
      if (answer.text === '') setSummary(undefined);
    }
    run.current = undefined;
    setRunning(false);
  }, [uuid]);

  useEffect(() => {
    if (!keptSummary(uuid)) void renew();
    return () => {
      const controller = run.current;
      run.current = undefined;
      controller?.abort();
    };
  }, [uuid, renew]);

  return { summary, isRunning, error, renew: () => void renew(), stop: () => run.current?.abort() };
}
