import type * as z from 'zod';
import type { Permission } from './permissions.ts';

/** Who may call a route. `public`: nobody signed in is needed; `session`: any enabled agent. */
export type Access = 'public' | 'session' | { permission: Permission } | { any_of: readonly Permission[] };

/** How the client encodes the body. The server accepts form and JSON for both `form` and `json` (wire B 0.3). */
export type Encoding = 'none' | 'form' | 'json' | 'multipart';

/** A route as data: the server binds it, the client calls it, the docs list it. */
export interface RouteSpec {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with `:name` parameters, from the root of the site. */
  path: string;
  access: Access;
  /**
   * API keys are refused with `api_key.not_allowed`: the call needs a session, because it is about keys, sessions, passwords or second
   * factors. A key that got about must not become an account taken over, nor outlive its end.
   */
  by_key?: false;
  /** Answered, too, while the agent must set up a second factor before anything else. */
  limited?: true;
  encoding: Encoding;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Multipart: the names under which the file may come. The first such part is taken, other files are passed over. */
  file_parts?: readonly string[];
  /** Shape of `data` in the envelope, or of the whole body when `bare`. */
  output: z.ZodType;
  /** Answered without the envelope (wire A 2.1). */
  bare?: true;
  /** For browsers that navigate there: answered with 302 to the path or address that `output` is, refusals too. */
  redirects?: true;
  summary: string;
}

/** Keeps the literal types of one feature's routes; access can't be forgotten, because the type demands it. */
export function defineRoutes<const R extends Record<string, RouteSpec>>(routes: R): R {
  return routes;
}

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;
type Sent<S> = S extends z.ZodType ? z.input<S> : undefined;

/** What the handler gets of the request. */
export interface RouteInput<R extends RouteSpec> {
  params: Parsed<R['params']>;
  query: Parsed<R['query']>;
  body: Parsed<R['body']>;
}

/** What the client sends. */
export interface RouteRequest<R extends RouteSpec> {
  params: Sent<R['params']>;
  query: Sent<R['query']>;
  body: Sent<R['body']>;
}

/** What the handler returns, before the schema fills defaults and drops strange members. */
export type RouteResult<R extends RouteSpec> = z.input<R['output']>;

/** What the client receives. */
export type RouteData<R extends RouteSpec> = z.output<R['output']>;
