import type { Reader } from '../../db/types.ts';
import type { LanguagePack } from '../../http/texts.ts';
import { languagePack } from './language-packs.ts';
import { lastSettings } from './load-settings.ts';

/** The pack of `app.lang` for texts that the server writes itself; English until the settings were read once. */
export function currentLanguagePack(db: Reader): LanguagePack {
  return languagePack(lastSettings(db)?.['app.lang']).texts;
}
