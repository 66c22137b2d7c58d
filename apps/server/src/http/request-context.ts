import type { RouteInput, RouteResult, RouteSpec, WarningCode } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { StagedFile } from '../lib/storage.ts';

/** The file of a multipart body. What the handler does not keep of it is gone when the request is over. */
export interface UploadedFile {
  filename: string;
  content_type: string;
  staged: StagedFile;
}

/** Takes a file's bytes in as they come. Throws as soon as they are more than is allowed. */
export type StageUpload = (bytes: AsyncIterable<Uint8Array>) => Promise<StagedFile>;

/** The session of the request, when there is one. */
export interface RequestSession {
  id_hash: Buffer;
  csrf_token: string;
  /** When somebody last showed in it who they are; null for longer ago than anybody asks. */
  confirmed_at: Date | null;
  /** The agent must set up a second factor before anything else. */
  is_limited: boolean;
}

/**
 * What a handler gets. `actor` is there on every route but public ones without a caller; `session` on those that refuse API keys,
 * because who acts by a key has none.
 */
export interface RequestContext<R extends RouteSpec> extends RouteInput<R> {
  actor: R['access'] extends 'public' ? Actor | null : Actor;
  session: R extends { by_key: false } ? RequestSession : RequestSession | null;
  /** The file of a multipart body, when one came under a name that the route takes. */
  file: UploadedFile | undefined;
  ip: string;
  user_agent: string;
  /** Adds a warning to the answer of what went through all the same; `params` fill the placeholders of its text. */
  warn(code: WarningCode, params?: Record<string, string>): void;
  /** For cookies and headers only. */
  reply: FastifyReply;
}

export type Handler<R extends RouteSpec> = (context: RequestContext<R>) => Promise<RouteResult<R>>;

/** Handlers for a set of routes: a missing or misspelt one does not compile. */
export type Handlers<R extends Record<string, RouteSpec>> = { [K in keyof R]: Handler<R[K]> };
