import type { Deps } from '../core/deps.ts';
import type { JobName } from '../core/jobs.ts';
import { foldCounts, forgetCauses, tidy } from '../core/tidy.ts';
import { trimActivityLog } from '../features/activity-log/index.ts';
import { releaseAgent } from '../features/agents/index.ts';
import { tidyUsage } from '../features/ai/index.ts';
import { forgetKeys } from '../features/api-keys/index.ts';
import { sweepAssignment } from '../features/assignment/index.ts';
import { sendPasswordLink } from '../features/auth/index.ts';
import { forgetDryRuns, runDryRun, runTasks, sweepTimeRules } from '../features/automations/index.ts';
import { indexBacklog, processMail, releaseFromTeam, wakeSnoozed } from '../features/conversations/index.ts';
import { sendDueSurveys } from '../features/csat/index.ts';
import { expireDrafts } from '../features/drafts/index.ts';
import { endRoundTrip, expireRawMails, runRoundTrip, watchMailboxes } from '../features/inboxes/index.ts';
import { collectMedia, sweepStorage } from '../features/media/index.ts';
import { deliverNotifications, pruneNotifications } from '../features/notifications/index.ts';
import { checkReports, followChanges, forgetGroup } from '../features/reports/index.ts';
import { refreshRenamed } from '../features/search/index.ts';
import { askForRelease, loadSettings, planReleaseCheck } from '../features/settings/index.ts';
import { recomputeSla, runSimulation, tidySimulations } from '../features/sla/index.ts';
import { forgetSystemMails, sendSystemMail } from '../features/system-mail/index.ts';
import { purgeTeam } from '../features/teams/index.ts';
import { sweepAvailability } from '../features/users/index.ts';
import { tidyWebhooks } from '../features/webhooks/index.ts';
import type { CronLine, JobHandlers } from '../jobs/run-jobs.ts';

/** Job to its clock line, null for those that something enqueues. */
export const cronLines: Record<JobName, string | null> = {
  'mail.process': null,
  'automation.run': null,
  'automations.sweep': '*/5 * * * *',
  'automations.dry_run': null,
  'system_mail.send': null,
  'notifications.deliver': '* * * * *',
  'conversation.unsnooze': '* * * * *',
  'csat.send_due': '* * * * *',
  'agents.sweep_availability': '* * * * *',
  'assignment.sweep': '* * * * *',
  'agents.release': null,
  'agents.send_password_link': null,
  'teams.purge': null,
  'sla.recompute': null,
  'counts.fold': '* * * * *',
  'reports.follow': '* * * * *',
  'reports.forget': null,
  'reports.check': '29 3 * * *',
  'maintenance.tidy': '17 * * * *',
  'media.collect': '23 */12 * * *',
  'search.index_backlog': '* * * * *',
  'storage.sweep': '41 * * * *',
  'raw_mails.expire': '53 * * * *',
  'inboxes.watch': '*/2 * * * *',
  'inboxes.round_trip': null,
  'inboxes.end_round_trip': null,
  'sla.simulate': null,
  'releases.check': '37 * * * *',
  'releases.ask': null,
};

export const cron: CronLine[] = Object.entries(cronLines).flatMap(([job, match]) =>
  match ? [{ job: job as CronLine['job'], match }] : [],
);

/** Jobs that come round seldom, and are therefore run at the start too (behaviour 0.2). What a night is for has much to do, and waits for it. */
const isOften = /^\*(\/2)? /;
const isNightly = /^\d+ \d+ /;
export const startJobs = cron
  .filter(({ match }) => !isOften.test(match) && !isNightly.test(match))
  .map((line) => line.job);

/** Job to what it does. */
export function jobHandlers(deps: Deps): JobHandlers {
  return {
    'mail.process': (payload) => processMail(deps, payload),
    'automation.run': (payload) => runTasks(deps, payload),
    'automations.sweep': () => sweepTimeRules(deps),
    'automations.dry_run': (payload) => runDryRun(deps, payload),
    'notifications.deliver': () => deliverNotifications(deps),
    'system_mail.send': (payload) => sendSystemMail(deps, payload.id),
    'conversation.unsnooze': () => wakeSnoozed(deps),
    'csat.send_due': () => sendDueSurveys(deps),
    'assignment.sweep': () => sweepAssignment(deps),
    'agents.sweep_availability': () => sweepAvailability(deps),
    'agents.send_password_link': (payload) => sendPasswordLink(deps, payload),
    'agents.release': (payload) => releaseAgent(deps, payload),
    'teams.purge': (payload) => purgeTeam(deps, payload, releaseFromTeam),
    'sla.recompute': (payload) => recomputeSla(deps, payload),
    'counts.fold': () => foldCounts(deps),
    'reports.follow': () => followChanges(deps),
    'reports.forget': (payload) => forgetGroup(deps, payload),
    'reports.check': () => checkReports(deps),
    'maintenance.tidy': async () => {
      await tidy(deps);
      await forgetCauses(deps);
      await forgetDryRuns(deps);
      await pruneNotifications(deps);
      await expireDrafts(deps);
      await trimActivityLog(deps, (await loadSettings(deps.db))['app.activity_log_retention_days']);
      await forgetSystemMails(deps);
      await tidyWebhooks(deps);
      await forgetKeys(deps);
      await tidySimulations(deps);
      await tidyUsage(deps);
    },
    'media.collect': () => collectMedia(deps),
    'search.index_backlog': async () => {
      await refreshRenamed(deps);
      await indexBacklog(deps);
    },
    'releases.check': () => planReleaseCheck(deps),
    'releases.ask': () => askForRelease(deps),
    'storage.sweep': () => sweepStorage(deps),
    'raw_mails.expire': () => expireRawMails(deps),
    'inboxes.watch': () => watchMailboxes(deps),
    'inboxes.round_trip': (payload) => runRoundTrip(deps, payload),
    'sla.simulate': (payload) => runSimulation(deps, payload),
    'inboxes.end_round_trip': (payload) => endRoundTrip(deps, payload),
  };
}
