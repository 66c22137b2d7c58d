import type OpenAI from 'openai';
import { AppError } from '../../core/app-error.ts';
import { OutboundError, outboundStream } from '../../lib/outbound.ts';
import { productVersion } from '../../lib/version.ts';
import type { Provider } from './provider-settings.ts';

/** What the provider is asked. */
export type Question = readonly { role: 'system' | 'user'; content: string }[];

export interface AskOptions {
  /** Milliseconds for the whole answer. */
  limit_ms: number;
  /** Ends the request, because nobody waits for it any more. */
  signal?: AbortSignal | undefined;
  max_tokens?: number;
  counted?: Counted | undefined;
}

/** Tokens by the provider's figures, null where it gives none. */
export interface Took {
  input_tokens: number | null;
  output_tokens: number | null;
}

/** What is known of a question that is under way: what it took when no answer comes of it. */
export interface Counted {
  /** The provider's answer has begun, with or without words. */
  hasBegun: boolean;
  /** How far an answer has come that comes in pieces, in characters, with what the model thought aloud. */
  said: number;
  /** What the provider has said that it took so far. */
  told: Took | null;
  /** Since when a model is asked that thinks before it answers, by `performance.now()`. */
  thinksSince: number | null;
  /** Called before a question that may take more tokens than `max_tokens`, with how many more; what it throws ends the question. */
  widen(tokens: number): Promise<void>;
}

/** What became of a question. */
export interface Answer extends Took {
  text: string;
  finish: 'stop' | 'length';
}

/** wire B 9 */
export const mostTokens = 1024;
const temperature = 0.7;
/** 1,024 tokens are seldom a fifth of it. */
const longestAnswer = 20_000;
/** An event of a stream takes some hundred bytes for each token. */
const mostBytes = 4 * 1024 * 1024;

/**
 * Asks for a whole answer. Throws ai.key_rejected (400), ai.too_slow (504), ai.unreachable, ai.provider_busy and ai.provider_failed (500), or the
 * reason of the signal.
 */
export async function askProvider(provider: Provider, question: Question, options: AskOptions): Promise<Answer> {
  return guarded(options, async (signal) => {
    const client = await clientOf(provider);
    const answer = await inItsWords(options, (bounds) =>
      client.chat.completions.create({ ...bodyOf(provider, question), ...bounds }, { signal }),
    );
    const choice = answer.choices?.[0];
    const text = choice?.message?.content;
    const took = tokensOf(answer.usage);
    if (options.counted) Object.assign(options.counted, { hasBegun: true, told: took } satisfies Partial<Counted>);
    if (typeof text !== 'string') throw failed('it answers without a text');
    return {
      text: text.slice(0, longestAnswer),
      finish: choice?.finish_reason === 'length' || text.length > longestAnswer ? 'length' : 'stop',
      ...took,
    };
  });
}

/** Asks for an answer piece by piece and answers the whole. Throws as `askProvider`, which an answer that breaks off is a reason for too. */
export async function streamFromProvider(
  provider: Provider,
  question: Question,
  options: AskOptions,
  onPiece: (piece: string) => Promise<void>,
): Promise<Answer> {
  return guarded(options, async (signal) => {
    const client = await clientOf(provider);
    const stream = await inItsWords(options, (bounds) =>
      client.chat.completions.create(
        { ...bodyOf(provider, question), ...bounds, stream: true, stream_options: { include_usage: true } },
        { signal },
      ),
    );
    const answer: Answer = { text: '', finish: 'stop', input_tokens: null, output_tokens: null };
    let isWhole = false;
    for await (const chunk of stream) {
      signal.throwIfAborted();
      const choice = chunk.choices?.[0];
      note(options.counted, chunk);
      const piece = choice?.delta?.content;
      if (typeof piece === 'string' && piece !== '') {
        const fits = piece.slice(0, longestAnswer - answer.text.length);
        answer.text += fits;
        await onPiece(fits);
      }
      if (choice?.finish_reason) isWhole = true;
      if (choice?.finish_reason === 'length') answer.finish = 'length';
      if (chunk.usage) Object.assign(answer, tokensOf(chunk.usage));
      if (answer.text.length < longestAnswer) continue;
      answer.finish = 'length';
      return answer;
    }
    // The library ends quietly when its request was aborted.
    signal.throwIfAborted();
    if (!isWhole) throw failed('it broke off its answer');
    if (answer.text === '') throw failed('it answers without a text');
    return answer;
  });
}

/** Where servers put what a model thinks aloud; the protocol has no name for it. */
const thoughts = ['reasoning_content', 'reasoning'] as const;

function note(counted: Counted | undefined, chunk: OpenAI.ChatCompletionChunk): void {
  if (!counted) return;
  counted.hasBegun = true;
  const delta: Record<string, unknown> = { ...chunk.choices?.[0]?.delta };
  const thought = thoughts.map((name) => delta[name]).find((text) => typeof text === 'string' && text !== '');
  for (const piece of [thought, delta.content]) counted.said += typeof piece === 'string' ? piece.length : 0;
  if (chunk.usage) counted.told = tokensOf(chunk.usage);
}

/** Runs a call within its time, and says what went wrong in the words of the contract. */
async function guarded(options: AskOptions, run: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const limit = AbortSignal.timeout(options.limit_ms);
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit;
  try {
    return await run(signal);
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    if (limit.aborted) throw new AppError('ai.too_slow');
    throw readable(error);
  }
}

function bodyOf({ model }: Provider, question: Question) {
  return { model, messages: [...question] };
}

/** What a model thought before it answered is paid for too: some providers count it into the completion, others into the total alone. */
function tokensOf(usage: OpenAI.CompletionUsage | null | undefined): Took {
  const { prompt_tokens: input = null, completion_tokens: said = null, total_tokens: total = null } = usage ?? {};
  const beyondInput = input === null || total === null ? 0 : total - input;
  return { input_tokens: input, output_tokens: said === null ? null : Math.max(said, beyondInput) };
}

type Bounds = { max_tokens: number; temperature: number } | { max_completion_tokens: number };
/** Of models that think first. What they think counts too, so the same bound would leave nothing to say. */
const thinkersShare = 4;
/** How many tokens such a model is asked for at most, its thoughts included. */
export const mostTokensOfThinkers = thinkersShare * mostTokens;

/** Asks once more where the model refuses, by its name, a member that all others take. */
async function inItsWords<T>(options: AskOptions, ask: (bounds: Bounds) => Promise<T>): Promise<T> {
  const { max_tokens = mostTokens, counted } = options;
  try {
    return await ask({ max_tokens, temperature });
  } catch (error) {
    const { status, param } = error as { status?: unknown; param?: unknown };
    if (status !== 400 || !['max_tokens', 'temperature'].includes(String(param))) throw error;
    const max_completion_tokens = thinkersShare * max_tokens;
    await counted?.widen(max_completion_tokens - max_tokens);
    if (counted) counted.thinksSince = performance.now();
    return ask({ max_completion_tokens });
  }
}

/** The library is loaded by the first question. It is told all it would otherwise take from the environment, and it tries nothing twice. */
async function clientOf(provider: Provider): Promise<OpenAI> {
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL: provider.base_url,
    // It insists on one; `send` leaves the header out.
    apiKey: provider.api_key || 'none',
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: 'off',
    // Beyond every limit of ours.
    timeout: 10 * 60_000,
    fetch: (url, init) => send(provider, String(url instanceof Request ? url.url : url), init),
  });
}

/** Sends what the provider needs to know, and not what the library likes to tell of the machine. */
async function send(provider: Provider, url: string, init: RequestInit = {}): Promise<Response> {
  const options = { allow_private: provider.allow_private, most_bytes: mostBytes };
  const body = String(init.body ?? '');
  return outboundStream(url, options, {
    method: init.method,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(body)),
      accept: 'application/json, text/event-stream',
      'user-agent': `Bellhop/${productVersion}`,
      ...(provider.api_key !== '' && { authorization: `Bearer ${provider.api_key}` }),
    },
    body,
    signal: init.signal ?? undefined,
  });
}

/**
 * Neither the provider's words nor the library's errors go along, not even as a cause, which would be logged: they may repeat what was asked.
 */
function readable(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = (error as { status?: unknown }).status;
  if (typeof status === 'number') return ofStatus(status);
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (!(cause instanceof OutboundError)) continue;
    if (cause.kind === 'too_large') return failed('it answers with too much');
    return new AppError('ai.unreachable', { params: { reason: cause.message } });
  }
  return failed('its answer cannot be read');
}

function ofStatus(status: number): AppError {
  if (status === 401 || status === 403) return new AppError('ai.key_rejected');
  if (status === 429) return new AppError('ai.provider_busy');
  if (status >= 300 && status < 400) return failed(`it redirects (${status}), which is not followed`);
  return failed(`it answers with status ${status}`);
}

function failed(reason: string): AppError {
  return new AppError('ai.provider_failed', { params: { reason } });
}
