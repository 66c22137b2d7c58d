import { openReport, type Screen } from './steps.ts';

/** Reports. */
export const reportScreens: readonly Screen[] = [
  { name: 'reports-overview', go: (page) => openReport(page, 'overview', 'Overview') },
  { name: 'reports-conversations', go: (page) => openReport(page, 'conversations', 'Conversations') },
  { name: 'reports-times', go: (page) => openReport(page, 'times', 'Response times') },
  { name: 'reports-sla', go: (page) => openReport(page, 'sla', 'SLA') },
  { name: 'reports-csat', go: (page) => openReport(page, 'csat', 'Satisfaction') },
  { name: 'reports-backlog', go: (page) => openReport(page, 'backlog', 'Backlog') },
  { name: 'reports-hours', go: (page) => openReport(page, 'hours', 'Hours of the week') },
  { name: 'reports-agents', go: (page) => openReport(page, 'agents', 'Agents') },
  {
    name: 'reports-agents-across',
    async go(page) {
      await openReport(page, 'agents', 'Agents');
      await page.locator('.admin-across').evaluate((element) => element.scrollBy(160, 0));
    },
  },
  { name: 'reports-tags', go: (page) => openReport(page, 'tags', 'Tags') },
  { name: 'reports-teams', go: (page) => openReport(page, 'teams', 'Teams') },
  { name: 'reports-priorities', go: (page) => openReport(page, 'priorities', 'Priorities') },
  {
    name: 'reports-nobody',
    go: (page) => openReport(page, 'teams?from=2020-01-01&to=2020-01-31', 'Teams'),
  },
  {
    name: 'reports-part',
    go: (page) => openReport(page, 'list?metric=first_response_time&step=2', 'Behind the number'),
  },
  { name: 'reports-list', go: (page) => openReport(page, 'list?metric=new', 'Behind the number') },
  {
    name: 'reports-meaning',
    async go(page) {
      await openReport(page, 'agents', 'Agents');
      await page.getByRole('button', { name: 'What this means: New conversations' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'reports-empty',
    go: (page) => openReport(page, 'conversations?from=2020-01-01&to=2020-01-31', 'Conversations'),
  },
];
