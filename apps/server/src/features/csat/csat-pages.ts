import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../core/deps.ts';
import { readMultipart } from '../../http/read-body.ts';
import { createRequestLimit } from '../../http/request-limit.ts';
import { parseUuid } from '../media/index.ts';
import { currentLanguagePack, loadSettings } from '../settings/index.ts';
import { answerSurvey, cleanFeedback, isClosed } from './answer-survey.ts';
import { findSentSurvey, type SurveyRow } from './csat.queries.ts';
import { pageStyleSource } from './page-style.ts';
import { isSignature } from './survey-link.ts';
import { type FormState, formPage, type Look, lookOf, notePage, thanksPage } from './survey-pages.ts';

type Fields = Record<string, unknown>;
interface SurveyRequest {
  Params: { uuid: string };
  Querystring: Fields;
}

/** Of one address: nobody answers a hundred surveys a minute (behaviour 7). */
const perMinute = 100;

/**
 * The public pages of a survey, `GET` and `POST /csat/<uuid>` (wire B 11.2): plain HTML that needs no script, opened by the signature of its link. A
 * `GET` stores nothing, whoever opens it. `/csat/preview` shows administrators what it looks like.
 */
export function registerCsatPages(app: FastifyInstance, deps: Deps): void {
  const limit = createRequestLimit({ most: perMinute, windowMs: 60_000, now: () => deps.clock.now().getTime() });
  const pages = {
    onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
      const look = await currentLook(deps);
      reply.headers(headersOf(look)).type('text/html; charset=utf-8');
      const seconds = limit(request.ip);
      if (seconds === 0) return;
      return reply.code(429).header('retry-after', seconds).send(notePage(look, 'too_many'));
    },
    errorHandler: async (error: Error & { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
      const status = error.statusCode ?? 500;
      if (status >= 500) request.log.error({ err: error }, 'the page of a survey failed');
      return reply
        .code(status)
        .type('text/html; charset=utf-8')
        .send(notePage(await currentLook(deps), 'failed'));
    },
  };
  app.get('/csat/preview', pages, async () =>
    formPage(await currentLook(deps), { rating: 0, feedback: '', signature: '', isPreview: true }),
  );
  app.get<SurveyRequest>('/csat/:uuid', pages as object, (request, reply) => show(deps, request, reply));
  app.post<SurveyRequest>('/csat/:uuid', pages as object, (request, reply) => take(deps, request, reply));
}

async function show(deps: Deps, request: FastifyRequest<SurveyRequest>, reply: FastifyReply): Promise<FastifyReply> {
  const { s: signature, rating, change } = request.query;
  const survey = await openSurvey(deps, request.params.uuid, signature);
  const look = await currentLook(deps);
  if (!survey) return reply.code(404).send(notePage(look, 'unknown'));
  const entered = { rating: survey.rating, feedback: survey.feedback ?? '' };
  if (isClosed(survey, deps.clock.now())) return reply.code(410).send(thanksPage(look, entered, null));
  const chosen = ratingOf(rating);
  const isAnswered = survey.answered_at !== null;
  const wantsChange = change !== undefined || (chosen !== null && chosen !== survey.rating);
  if (isAnswered && !wantsChange) return reply.send(thanksPage(look, entered, String(signature)));
  return reply.send(
    formPage(look, {
      ...entered,
      rating: chosen ?? survey.rating,
      signature: String(signature),
      ...(isAnswered && { note: 'answered' as const }),
    }),
  );
}

async function take(deps: Deps, request: FastifyRequest<SurveyRequest>, reply: FastifyReply): Promise<FastifyReply> {
  const fields = await fieldsOf(request);
  const signature = request.query.s ?? fields.s;
  const survey = await openSurvey(deps, request.params.uuid, signature);
  const look = await currentLook(deps);
  if (!survey) return reply.code(404).send(notePage(look, 'unknown'));
  const stands = { rating: survey.rating, feedback: survey.feedback ?? '' };
  if (isClosed(survey, deps.clock.now())) return reply.code(410).send(thanksPage(look, stands, null));
  const feedback = cleanFeedback(typeof fields.feedback === 'string' ? fields.feedback : '');
  const rating = ratingOf(fields.rating);
  if (rating === null) {
    const state: FormState = { rating: 0, feedback, signature: String(signature), error: 'rating' };
    return reply.code(400).send(formPage(look, state));
  }
  await answerSurvey(deps, survey, { rating, feedback });
  // As it stands: somebody else may have been quicker.
  const after = (await findSentSurvey(deps.db, survey.uuid)) ?? survey;
  return reply.send(thanksPage(look, { rating: after.rating, feedback: after.feedback ?? '' }, String(signature)));
}

/** The survey of an address; undefined for a signature that is not its own, as for a survey that nobody was sent. */
async function openSurvey(deps: Deps, text: string, signature: unknown): Promise<SurveyRow | undefined> {
  const uuid = parseUuid(text);
  if (uuid === null || typeof signature !== 'string' || !isSignature(deps.sealer, uuid, signature)) return undefined;
  return findSentSurvey(deps.db, uuid);
}

async function fieldsOf(request: FastifyRequest): Promise<Fields> {
  // Nothing but fields: a file of a form that has none is let go.
  const none = { fileParts: [], stage: () => Promise.reject(new Error('a survey takes no files')) };
  if (request.isMultipart()) return (await readMultipart(request, none)).fields;
  return typeof request.body === 'object' && request.body !== null ? (request.body as Fields) : {};
}

function ratingOf(value: unknown): number | null {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-5]$/.test(text.trim()) ? Number(text) : null;
}

async function currentLook(deps: Deps): Promise<Look> {
  return lookOf(await loadSettings(deps.db), currentLanguagePack(deps.db));
}

/** Stricter than those of other pages: these run nothing and load pictures alone. */
function headersOf({ logo }: Look): Record<string, string> {
  const pictures = URL.canParse(logo) ? `'self' ${new URL(logo).origin}` : "'self'";
  return {
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
    'referrer-policy': 'no-referrer',
    'content-security-policy': `default-src 'none'; style-src ${pageStyleSource}; img-src ${pictures}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  };
}
