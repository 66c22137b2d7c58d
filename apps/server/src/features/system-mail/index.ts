export { dropSystemMails, queueSystemMail, type SystemMail } from './queue-system-mail.ts';
export { type NewsMail, newsValues } from './render-news.ts';
export { forgetSystemMails, sendSystemMail } from './send-system-mail.job.ts';
