import type { Page } from 'playwright-core';
import { openAdmin, openList, row, type Screen, startReply } from './steps.ts';

/** A conversation on a desk with AI; the provider's words are given here, for no provider is at hand. Without an end it goes on writing. */
async function openWithAi(page: Page, finish?: 'stop'): Promise<void> {
  await openList(page, '/inboxes/all');
  await page.evaluate((end) => {
    const fetchReally = window.fetch;
    const status = { configured: true, complete: true, summarise: true, suggest: true, manage: true };
    const reply =
      'Hello,\n\nthe second payment was voided on the same day. Banks take up to five days to show it:\n\n- nothing is left to do for you\n- write to us if it still stands there on Friday';
    const summary =
      'The customer was charged twice for one order and asks for the second payment back.\n\n- The second one is authorised and voided, so no refund is needed\n- The customer keeps an eye on it';
    const sources = {
      messages: [{ uuid: 'first', created_at: new Date().toISOString(), private: false }],
      macros: [{ id: 1, name: 'Refund: on its way' }],
      is_cut: false,
    };
    const eventsOf = (text: string) => [
      { type: 'start', sources },
      { type: 'delta', text },
      end && { type: 'end', finish: end, text, used: null },
    ];
    window.fetch = async (input, init) => {
      const url = String(input);
      if (url.includes('/ai/status')) return Response.json({ status: 'success', data: status });
      if (!/[/]ai[/](completion|summary|reply)/.test(url)) return fetchReally(input, init);
      const stream = new ReadableStream<Uint8Array>({
        start(controller) {
          const events = eventsOf(url.includes('/ai/summary') ? summary : reply);
          const lines = events.filter(Boolean).map((event) => `data: ${JSON.stringify(event)}\n\n`);
          controller.enqueue(new TextEncoder().encode(lines.join('')));
          if (end) controller.close();
        },
      });
      return new Response(stream);
    };
  }, finish);
  await row(page, 1).getByRole('link').click();
  await page.getByRole('article').first().waitFor();
  await page.getByRole('button', { name: 'Summarise' }).waitFor();
}

/** Help of a model: its pages in the admin area, and in a conversation. */
export const aiScreens: readonly Screen[] = [
  { name: 'admin-ai', go: (page) => openAdmin(page, 'ai', 'AI') },
  { name: 'admin-ai-prompts', go: (page) => openAdmin(page, 'ai/prompts', 'Prompts') },
  {
    name: 'ai-stream',
    async go(page) {
      await openWithAi(page);
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('It goes away by itself.');
      await page.getByRole('button', { name: 'Rewrite with AI' }).click();
      await page.getByRole('menuitem', { name: 'Make Friendly' }).click();
      await page.getByText('voided on the same day').waitFor();
    },
  },
  {
    name: 'ai-suggestion',
    async go(page) {
      await openWithAi(page, 'stop');
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill('It goes away by itself.');
      await page.getByRole('button', { name: 'Suggest a reply' }).click();
      await page.getByRole('button', { name: 'Replace my text' }).waitFor();
    },
  },
  {
    name: 'ai-summary',
    async go(page) {
      await openWithAi(page, 'stop');
      await page.getByRole('button', { name: 'Summarise' }).click();
      await page.getByRole('button', { name: 'Insert as private note' }).waitFor();
    },
  },
];
