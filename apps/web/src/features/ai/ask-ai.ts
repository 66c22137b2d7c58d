import type { AiSources, AiStreamEvent, ErrorEnvelope } from '@bellhop/contract';
import { ApiError } from '../../lib/api.ts';
import { noResponse } from '../../lib/api-error.ts';
import { streamCall } from '../../lib/api-stream.ts';

/** What can be asked of a model. */
export type AiTask =
  | { kind: 'rewrite'; prompt_key: string; content: string; conversation_uuid: string | null }
  | { kind: 'suggest'; uuid: string; text: string }
  | { kind: 'summarise'; uuid: string };

/** A text as far as it has come, and what it was made from. */
export interface AiAnswer {
  text: string;
  /** Entries of the thread and macros that went along; null for a rewritten text. */
  sources: AiSources | null;
  /** It may break off, for it was as long as answers may be. */
  isCut: boolean;
}

/**
 * Asks a model and hands on what has come with every word; resolves with the whole answer. Rejects with the ApiError, also when the
 * answer breaks off, or with the signal's reason.
 */
export async function askAi(
  task: AiTask,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (answer: AiAnswer) => void },
): Promise<AiAnswer> {
  let answer: AiAnswer = { text: '', sources: null, isCut: false };
  let isWhole = false;
  let failure: ErrorEnvelope | undefined;
  const onEvent = (event: AiStreamEvent) => {
    if (event.type === 'start') answer = { ...answer, sources: event.sources };
    else if (event.type === 'delta') answer = { ...answer, text: answer.text + event.text };
    else if (event.type === 'error') failure = event.error;
    else {
      isWhole = true;
      answer = { text: event.text, sources: usedOf(answer.sources, event.used), isCut: event.finish === 'length' };
    }
    onProgress(answer);
  };
  await send(task, { signal, onEvent });
  if (failure) throw new ApiError(failure);
  if (!isWhole) throw noResponse();
  return answer;
}

function send(task: AiTask, options: { signal: AbortSignal; onEvent: (event: AiStreamEvent) => void }): Promise<void> {
  if (task.kind === 'rewrite') {
    const { prompt_key, content, conversation_uuid } = task;
    return streamCall('ai.stream_completion', { body: { prompt_key, content, conversation_uuid } }, options);
  }
  const params = { uuid: task.uuid };
  return task.kind === 'suggest'
    ? streamCall('ai.suggest_reply', { params, body: { text: task.text } }, options)
    : streamCall('ai.summarise', { params }, options);
}

/** Of what went along, what the model says it used; all of it when it says nothing. */
function usedOf(sources: AiSources | null, used: Extract<AiStreamEvent, { type: 'end' }>['used']): AiSources | null {
  if (!sources || !used) return sources;
  return {
    ...sources,
    messages: sources.messages.filter(({ uuid }) => used.messages.includes(uuid)),
    macros: sources.macros.filter(({ id }) => used.macros.includes(id)),
  };
}
