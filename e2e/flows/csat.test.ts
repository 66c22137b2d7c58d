import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { violations } from '../axe.ts';
import { supportAddress, useDesk } from '../desk.ts';
import { customer, firstLetter } from '../letters.ts';
import { soon } from '../soon.ts';

const subject = 'Lamp broken on arrival';
const desk = useDesk({}, async () => {
  await desk.addAgent({ email: 'ana@bellhop.local', first_name: 'Ana', last_name: 'Lima', roles: ['Admin'] });
});

/** A customer's browser: no session, and none of our scripts. */
async function customerPage(from: Page, javaScriptEnabled = false): Promise<Page> {
  const look = { width: 390, height: 844 };
  const context = await from.context().browser()!.newContext({ javaScriptEnabled, viewport: look, locale: 'en-US' });
  return context.newPage();
}

test('an inbox is told to ask, a mail is answered and resolved, the customer answers without scripts, and the agent sees it live', async () => {
  const ana = await desk.seat('ana@bellhop.local');
  await ana.page.goto('/admin/inboxes');
  await ana.page.getByRole('link', { name: 'Local mail' }).click();
  await ana.page.getByRole('switch', { name: 'Satisfaction surveys' }).click();
  const delay = ana.page.getByLabel('Minutes until the survey is sent');
  await delay.fill('-1');
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await soon(() => delay.getAttribute('aria-invalid')).toBe('true');
  await delay.fill('0');
  const [preview] = await Promise.all([
    ana.page.waitForEvent('popup'),
    ana.page.getByRole('link', { name: 'See the page that customers get' }).click(),
  ]);
  await preview.getByText('This is a preview. Nothing is sent.').waitFor();
  await soon(() => preview.getByRole('button', { name: 'Send answer' }).isDisabled()).toBe(true);
  await preview.close();
  await ana.page.getByRole('button', { name: 'Save', exact: true }).click();
  await ana.page.waitForURL('**/admin/inboxes');
  const { rows } = await desk.pool.query('select csat_enabled, csat_delay_minutes from inboxes');
  expect(rows).toEqual([{ csat_enabled: true, csat_delay_minutes: 0 }]);

  // The agent's part: read, take, answer, resolve.
  await desk.mail(firstLetter(supportAddress, subject, { messageId: '<first@customer.example>' }));
  await ana.page.goto('/inboxes/unassigned');
  await ana.list.row(subject).click();
  await ana.conversation.shows(subject);
  await ana.conversation.more('Assign to me');
  await soon(() => ana.conversation.assignee.textContent()).toContain('You');
  await ana.composer.startReply();
  await ana.composer.text().pressSequentially('A new lamp is on its way.');
  const known = await desk.outbox();
  await ana.composer.send().click();
  const reply = await desk.nextOut(known);
  const sent = [...known, reply.uuid];
  await ana.conversation.action('Resolve').click();
  const { mail } = await desk.nextOut(sent);
  expect(mail.headers.get('auto-submitted')).toBe('auto-generated');
  expect(mail.to).toMatchObject({ text: customer.address });
  const link = /href="(http[^"]+\/csat\/[^"&]+)"/.exec(String(mail.html))![1]!;
  const again = await desk.seat('ana@bellhop.local');
  const { rows: stored } = await desk.pool.query('select uuid from conversations');
  await again.page.goto(`/inboxes/all/conversation/${stored[0].uuid}`);
  await again.conversation.thread.getByText('The customer was asked how satisfied they are').waitFor();
  expect(await again.page.content()).not.toContain('/csat/');

  // The customer's part, by keyboard alone: a face of the mail preselects, nothing is stored by opening it.
  const page = await customerPage(ana.page);
  await page.goto(`${link}&rating=3`);
  await page.getByRole('heading', { name: 'How was the help you got?' }).waitFor();
  await page.getByRole('group', { name: 'Your rating' }).waitFor();
  await soon(() => page.getByRole('radio', { name: 'Good' }).isChecked()).toBe(true);
  expect((await desk.pool.query('select rating from csat_responses')).rows).toEqual([{ rating: 0 }]);

  // Nothing chosen: said on the page, and what was written stays.
  await page.goto(link);
  await page.getByLabel('Would you like to add something?').fill('Quick & <kind> 😀');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByRole('alert').getByText('Please choose one of the five faces.').waitFor();
  await soon(() => page.getByLabel('Would you like to add something?').inputValue()).toBe('Quick & <kind> 😀');
  await soon(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('1');
  await page.keyboard.press('Space');
  for (let at = 0; at < 3; at++) await page.keyboard.press('ArrowRight');
  await soon(() => page.getByRole('radio', { name: 'Great' }).isChecked()).toBe(true);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Thank you' }).waitFor();
  await page.getByText('Great', { exact: true }).waitFor();

  // The agent's open page shows it by itself.
  await again.conversation.activity('Mina Oak rated the help 4 of 5: Quick & <kind> 😀').waitFor();
  await again.conversation.details.getByText(/^4 of 5\s*Quick & <kind> 😀$/).waitFor();

  // A change of mind.
  await page.getByRole('link', { name: 'Change the answer' }).click();
  await page.getByText('You have answered before.').waitFor();
  await page.getByRole('radio', { name: 'Excellent' }).check({ force: true });
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByText('Excellent', { exact: true }).waitFor();
  await again.conversation.activity('Mina Oak rated the help 5 of 5').waitFor();
  await again.conversation.details.getByText('5 of 5').waitFor();
  await again.page.reload();
  await again.conversation.details.getByText('5 of 5').waitFor();

  // Too late, and a link that is none.
  await desk.pool.query("update csat_responses set answered_at = answered_at - interval '25 hours'");
  expect((await page.goto(link))!.status()).toBe(410);
  await page.getByText('It can no longer be changed.').waitFor();
  expect((await page.goto(`${link}x`))!.status()).toBe(404);
  await page.getByRole('heading', { name: 'There is no such survey' }).waitFor();
  await page.context().close();
});

test('axe finds nothing on the pages, light or dark', async () => {
  const { page: seat } = await desk.seat(null);
  const page = await customerPage(seat, true);
  const { rows } = await desk.pool.query('select uuid from csat_responses');
  const { sealer } = desk.app.deps;
  const link = `${desk.address}/csat/${rows[0].uuid}?s=${sealer.sign('csat', rows[0].uuid)}`;
  await desk.pool.query('update csat_responses set answered_at = now(), rating = 5');
  for (const address of [`${link}&change=1`, link, `${link}x`]) {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address);
      expect(await violations(page), `${address}, ${colorScheme}`).toEqual([]);
    }
  }
  await page.goto(link);
  await page.goto(`${link}&change=1`);
  await page.evaluate(() => document.querySelector<HTMLInputElement>('input:checked')!.removeAttribute('checked'));
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form')!.reset());
  await page.getByRole('button', { name: 'Send answer' }).click();
  await page.getByRole('alert').waitFor();
  expect(await violations(page)).toEqual([]);
  await page.context().close();
});
