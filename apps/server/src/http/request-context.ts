import type { RouteInput, RouteResult, RouteSpec } from '@bellhop/contract';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../core/actor.ts';

/** One file of a multipart body. */
export interface UploadedFile {
  field: string;
  filename: string;
  content_type: string;
  bytes: Buffer;
}

/** The session of the request, when there is one. */
export interface RequestSession {
  id_hash: Buffer;
  csrf_token: string;
}

/** What a handler gets. `actor` and `session` are there on every route but public ones without a cookie. */
export interface RequestContext<R extends RouteSpec> extends RouteInput<R> {
  actor: R['access'] extends 'public' ? Actor | null : Actor;
  session: R['access'] extends 'public' ? RequestSession | null : RequestSession;
  files: UploadedFile[];
  ip: string;
  user_agent: string;
  /** For cookies and headers only. */
  reply: FastifyReply;
}

export type Handler<R extends RouteSpec> = (context: RequestContext<R>) => Promise<RouteResult<R>>;

/** Handlers for a set of routes: a missing or misspelt one does not compile. */
export type Handlers<R extends Record<string, RouteSpec>> = { [K in keyof R]: Handler<R[K]> };
