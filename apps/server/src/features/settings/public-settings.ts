import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GeneralSettings } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { loadSettings } from './load-settings.ts';

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../package.json'), 'utf8')) as {
  version: string;
};

const Public = GeneralSettings.omit({ 'app.update': true, 'app.version': true });

/** Every key of wire A 10.1 and none beside them (settled question 8). Bellhop makes no update check: `app.update` is null. */
export async function publicSettings(db: Reader): Promise<GeneralSettings> {
  return { ...Public.parse(await loadSettings(db)), 'app.update': null, 'app.version': version };
}
