import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { ApiClient } from '../apps/server/test/api-client.ts';
import { Composer } from './page-models/composer.ts';
import { ConversationList } from './page-models/conversation-list.ts';
import { ConversationView } from './page-models/conversation-view.ts';
import { LoginPage } from './page-models/login-page.ts';
import { Shell } from './page-models/shell.ts';

export type { SeatOptions } from './profiles.ts';

/** One agent's browser window: a profile of its own, and what its pages are made of. */
export interface Seat {
  page: Page;
  /** The same session without the browser; absent for a window that is not signed in. */
  api: ApiClient | null;
  login: LoginPage;
  shell: Shell;
  list: ConversationList;
  conversation: ConversationView;
  composer: Composer;
  /** Complaints that this test brings about on purpose. */
  allow(complaint: RegExp): void;
  /** What the browser complained about and nobody allowed. */
  problems(): string[];
  /** Keeps a picture of a window whose test failed. */
  picture(folder: string, name: string): Promise<void>;
}

/** Makes a new window one on the product; `api` holds its session. */
export async function openSeat(page: Page, address: string, api: ApiClient | null): Promise<Seat> {
  const cookies = [...(api?.cookies ?? [])].map(([name, value]) => ({ name, value, url: address }));
  if (cookies.length > 0) await page.context().addCookies(cookies);
  const problems = watch(page, address);
  const allowed: RegExp[] = [];
  return {
    page,
    api,
    login: new LoginPage(page),
    shell: new Shell(page),
    list: new ConversationList(page),
    conversation: new ConversationView(page),
    composer: new Composer(page),
    allow: (complaint) => void allowed.push(complaint),
    problems: () => problems.filter((problem) => !allowed.some((complaint) => complaint.test(problem))),
    async picture(folder, name) {
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${name.replace(/[^\w]+/g, '-').slice(0, 80)}.png`) });
    },
  };
}

/** Notes what a healthy page never does: errors and warnings in the console, exceptions, requests to strangers. */
function watch(page: Page, address: string): string[] {
  const problems: string[] = [];
  const { host } = new URL(address);
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
    }
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error.name} ${error.message} ${error.stack}`));
  page.on('crash', () => problems.push('the page crashed'));
  const check = (url: string) => {
    const { protocol, host: asked } = new URL(url);
    if (!['data:', 'blob:', 'about:'].includes(protocol) && asked !== host) problems.push(`request to ${url}`);
  };
  page.on('request', (request) => check(request.url()));
  page.on('websocket', (socket) => check(socket.url()));
  return problems;
}
