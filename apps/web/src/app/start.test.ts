// @vitest-environment jsdom
import type { Agent } from '@bellhop/contract';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { setCurrentAgent } from '../lib/session.ts';
import { startLoads } from './start.ts';

afterEach(() => vi.unstubAllGlobals());

it('the start asks for everything that screens choose from (specification 3)', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('{"status":"success","data":[]}');
  });
  setCurrentAgent({ id: 7, permissions: [] as string[] } as Agent);
  const client = new QueryClient();
  startLoads(client);
  const wanted = ['statuses', 'priorities', 'agents/compact', 'teams/compact', 'inboxes', 'sla', 'macros', 'tags'];
  for (const path of [...wanted, 'custom-attributes', 'views/me']) {
    await vi.waitFor(() =>
      expect(asked).toContainEqual(expect.stringMatching(new RegExp(`^/api/v1/${path}(?:\\?|$)`))),
    );
  }
  client.clear();
});
