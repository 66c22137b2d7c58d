import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { idParams, ok, rowId, time } from './primitives.ts';

/**
 * Where an agent is signed in. `id` names the session and opens nothing. `browser` and `os` are in words, with the version of the
 * browser, and null where the browser does not tell; `place` is null unless the operator supplies a database of places.
 */
export const Session = z.object({
  id: z.string(),
  created_at: time,
  /** To the minute. */
  last_seen_at: time,
  expires_at: time,
  /** Whether the request that asks has come by it. */
  is_current: z.boolean(),
  ip: z.string(),
  place: z.string().nullable(),
  browser: z.string().nullable(),
  os: z.string().nullable(),
  user_agent: z.string(),
});
export type Session = z.output<typeof Session>;

const manage = { permission: 'users:manage' } as const;
const sessionId = z.string().max(100);

export const sessionRoutes = defineRoutes({
  'sessions.mine': {
    method: 'GET',
    path: '/api/v1/agents/me/sessions',
    access: 'session',
    by_key: false,
    encoding: 'none',
    output: z.array(Session),
    summary: 'Where the signed-in agent is signed in, last used first',
  },
  'sessions.end_mine': {
    method: 'DELETE',
    path: '/api/v1/agents/me/sessions/:session_id',
    access: 'session',
    by_key: false,
    encoding: 'none',
    params: z.object({ session_id: sessionId }),
    output: ok,
    summary: 'Signs the signed-in agent out of one session, its sockets included',
  },
  'sessions.end_others': {
    method: 'DELETE',
    path: '/api/v1/agents/me/sessions',
    access: 'session',
    by_key: false,
    encoding: 'none',
    output: ok,
    summary: 'Signs the signed-in agent out everywhere but here',
  },
  'sessions.list': {
    method: 'GET',
    path: '/api/v1/agents/:id/sessions',
    access: manage,
    by_key: false,
    encoding: 'none',
    params: idParams,
    output: z.array(Session),
    summary: 'Where an agent is signed in, last used first',
  },
  'sessions.end': {
    method: 'DELETE',
    path: '/api/v1/agents/:id/sessions/:session_id',
    access: manage,
    by_key: false,
    encoding: 'none',
    params: z.object({ id: rowId, session_id: sessionId }),
    output: ok,
    summary: 'Signs an agent out of one session, its sockets included',
  },
  'sessions.end_all': {
    method: 'DELETE',
    path: '/api/v1/agents/:id/sessions',
    access: manage,
    by_key: false,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: "Signs an agent out everywhere; of one's own sessions the present one stays",
  },
});
