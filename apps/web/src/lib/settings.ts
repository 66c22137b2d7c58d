import type { GeneralSettings } from '@bellhop/contract';

let settings: GeneralSettings | undefined;

/** Keeps what `GET /settings/general` answered at start; it is read once per page load (settled question 8). */
export function setSettings(loaded: GeneralSettings): void {
  settings = loaded;
}

/** The general settings. Throws before they are loaded, which start-up rules out. */
export function getSettings(): GeneralSettings {
  if (!settings) throw new Error('The general settings are not loaded yet');
  return settings;
}
