export { queueSystemMail, type SystemMail } from './queue-system-mail.ts';
export { forgetSystemMails, sendSystemMail } from './send-system-mail.job.ts';
