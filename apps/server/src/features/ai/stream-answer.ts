import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { type AiSources, type AiStreamEvent, type ErrorEnvelope, errorCodes } from '@bellhop/contract';
import { streamUnmask, takeUsedSources } from '@bellhop/rules';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../core/actor.ts';
import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import { describeError } from '../settings/index.ts';
import { streamFromProvider } from './ask-provider.ts';
import type { Provider } from './provider-settings.ts';
import type { PreparedQuestion } from './question.ts';
import { limits, runCounted, untilGone } from './run-question.ts';

/** What an answer can say that it used, by the labels that the question gives to them. */
export interface LabelledSources {
  sources: AiSources;
  messages: ReadonlyMap<string, string>;
  macros: ReadonlyMap<string, number>;
}

/**
 * Asks, and answers the events of the contract's `AiStreamEvent` as they come. What fails before the first word is thrown, as `runCounted` and
 * `streamFromProvider` throw it. When whoever asked is gone, the provider's request ends.
 */
export async function streamAnswer(
  deps: Deps,
  actor: Actor,
  asked: PreparedQuestion & { provider: Provider; labelled?: LabelledSources },
  reply: FastifyReply,
): Promise<Readable> {
  const signal = untilGone(reply);
  const stream = new PassThrough();
  const patience = AbortSignal.any([signal, AbortSignal.timeout(limits.stream_ms)]);
  const send = async (event: AiStreamEvent) => {
    if (signal.aborted || stream.destroyed) return;
    // No faster than it is taken: the provider waits for the rest, and no longer than for an answer.
    if (!stream.write(`data: ${JSON.stringify(event)}\n\n`)) await once(stream, 'drain', { signal: patience });
  };
  const begun = Promise.withResolvers<void>();
  let isBegun = false;
  const begin = () => {
    isBegun = true;
    begun.resolve();
  };
  converse(deps, actor, asked, signal, async (event) => {
    if (event.type === 'delta') begin();
    await send(event);
  })
    .then((told) => send({ type: 'end', ...told }))
    .catch(async (error: unknown) => {
      // Nothing was answered yet: the error is the answer.
      if (isBegun) await send({ type: 'error', error: envelopeOf(deps, error) });
      else begun.reject(error);
    })
    // The reader is gone.
    .catch(() => {})
    .finally(() => stream.end());
  await begun.promise;
  reply.headers({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    // Proxies that collect answers would keep it until it is whole.
    'x-accel-buffering': 'no',
  });
  return stream;
}

type Told = Pick<Extract<AiStreamEvent, { type: 'end' }>, 'text' | 'finish' | 'used'>;

async function converse(
  deps: Deps,
  actor: Actor,
  asked: PreparedQuestion & { provider: Provider; labelled?: LabelledSources },
  signal: AbortSignal,
  tell: (event: AiStreamEvent) => Promise<void>,
): Promise<Told> {
  const { provider, question, mask, labelled } = asked;
  const sources = takeUsedSources();
  const unmask = streamUnmask(mask);
  let text = '';
  const give = async (given: string) => {
    const piece = text === '' ? given.trimStart() : given;
    if (piece === '') return;
    if (text === '') await tell({ type: 'start', sources: labelled?.sources ?? null });
    text += piece;
    await tell({ type: 'delta', text: piece });
  };
  const answer = await runCounted(deps, actor, question, (counted) =>
    streamFromProvider(provider, question, { limit_ms: limits.stream_ms, signal, counted }, (piece) =>
      give(unmask.push(labelled ? sources.push(piece) : piece)),
    ),
  );
  await give(unmask.push(labelled ? sources.end() : '') + unmask.end());
  if (text === '') throw new AppError('ai.provider_failed', { params: { reason: 'it answers without a text' } });
  return { text, finish: answer.finish, used: labelled ? usedOf(labelled, sources.used()) : null };
}

/** What the labels stand for; null where the answer named nothing that there is. */
function usedOf({ messages, macros }: LabelledSources, labels: readonly string[] | null): Told['used'] {
  if (labels === null) return null;
  const known = <T>(of: ReadonlyMap<string, T>) => labels.flatMap((label) => of.get(label) ?? []);
  const used = { messages: known(messages), macros: known(macros) };
  return labels.length > 0 && used.messages.length + used.macros.length === 0 ? null : used;
}

function envelopeOf({ db, log }: Pick<Deps, 'db' | 'log'>, error: unknown): ErrorEnvelope {
  const known = error instanceof AppError ? error : new AppError('general.unavailable');
  if (known !== error) log.error({ err: error }, 'an answer of AI broke off');
  const { message } = describeError(db, known);
  return { status: 'error', message, data: null, error_type: errorCodes[known.code].error_type, code: known.code };
}
