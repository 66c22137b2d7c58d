export { currentLanguagePack } from './current-language.ts';
export { describeError } from './describe-error.ts';
export { languagePack } from './language-packs.ts';
export { dropSettings, loadSettings, type Settings } from './load-settings.ts';
export { createSettingsHandlers } from './settings.handlers.ts';
