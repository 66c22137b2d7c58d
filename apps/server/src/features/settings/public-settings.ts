import { GeneralSettings } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { productVersion } from '../../lib/version.ts';
import { loadSettings } from './load-settings.ts';

const Public = GeneralSettings.omit({ 'app.update': true, 'app.version': true });

/** Every key of wire A 10.1 and none beside them (settled question 8). Bellhop makes no update check: `app.update` is null. */
export async function publicSettings(db: Reader): Promise<GeneralSettings> {
  return { ...Public.parse(await loadSettings(db)), 'app.update': null, 'app.version': productVersion };
}
