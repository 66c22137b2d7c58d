import { GeneralSettings } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { productVersion } from '../../lib/version.ts';
import { loadSettings } from './load-settings.ts';
import { releaseKey, updateInfo } from './release.ts';

const Public = GeneralSettings.omit({ 'app.update': true, 'app.version': true });

/** Every key of wire A 10.1 and none beside them (settled question 8). `app.update` is what a release feed said. */
export async function publicSettings(db: Reader): Promise<GeneralSettings> {
  const settings = await loadSettings(db);
  const update = updateInfo(settings[releaseKey], productVersion);
  return { ...Public.parse(settings), 'app.update': update, 'app.version': productVersion };
}
