export { askForRelease, planReleaseCheck } from './check-release.job.ts';
export { currentLanguagePack } from './current-language.ts';
export { describeError } from './describe-error.ts';
export { findPicture } from './desk-pictures.ts';
export { forgetBusinessHours, forgetSlaPolicy } from './forget-deleted.ts';
export { languagePack } from './language-packs.ts';
export { loadSettings, renewSettings, type Settings } from './load-settings.ts';
export { isNotificationMailOn, type NotificationServer, notificationServer } from './notification-server.ts';
export { askReleaseFeed } from './release-feed.ts';
export { createSettingsHandlers } from './settings.handlers.ts';
export {
  lockGroup as lockSettingGroup,
  readGroup as readSettingGroup,
  writeSettings,
} from './settings.queries.ts';
