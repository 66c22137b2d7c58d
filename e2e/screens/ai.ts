import type { Page } from 'playwright-core';
import { openAdmin, openList, type Screen, startReply } from './steps.ts';

/** The newest conversation of the sample desk; what its rules do meanwhile may put others before it. */
const subject = 'Renewal: from 25 to 40 seats';
const begun = 'Yes, you can have both.';

/** A conversation on a desk with AI; the provider's words are given here, for no provider is at hand. Without an end it goes on writing. */
async function openWithAi(page: Page, finish?: 'stop'): Promise<void> {
  await openList(page, '/inboxes/all');
  await page.evaluate((end) => {
    const fetchReally = window.fetch;
    const status = { configured: true, complete: true, summarise: true, suggest: true, manage: true };
    const reply =
      'Hello,\n\nyes to both:\n\n- the new contract begins on 1 December with 40 seats\n- your branch gets an invoice of its own, without VAT\n\nPlease send us the VAT number of the branch, and both are on their way.';
    const summary =
      'The customer renews on 1 December, with 40 seats instead of 25, and wants an invoice of its own for a branch, without VAT.\n\n- Nobody has answered yet\n- The VAT number of the branch is missing';
    const sources = {
      messages: [{ uuid: 'first', created_at: new Date().toISOString(), private: false }],
      macros: [{ id: 1, name: 'Wholesale: first letter' }],
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
  await page.locator('[aria-posinset]').filter({ hasText: subject }).first().getByRole('link').click();
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
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill(begun);
      await page.getByRole('button', { name: 'Rewrite with AI' }).click();
      await page.getByRole('menuitem', { name: 'Make Friendly' }).click();
      await page.getByText('begins on 1 December').waitFor();
    },
  },
  {
    name: 'ai-suggestion',
    async go(page) {
      await openWithAi(page, 'stop');
      await startReply(page);
      await page.getByRole('textbox', { name: 'Reply', exact: true }).fill(begun);
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
