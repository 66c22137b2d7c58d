import { DeskSettings, type settingsRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { languagePack } from './language-packs.ts';
import { loadSettings } from './load-settings.ts';
import { publicSettings } from './public-settings.ts';

/** General settings and texts are answered without a session: the client reads them before login (wire A 3.7). */
export function createSettingsHandlers({ db }: Deps): Handlers<typeof settingsRoutes> {
  return {
    'settings.general': () => publicSettings(db),
    'settings.desk': async () => DeskSettings.parse(await loadSettings(db)),
    'lang.get': async ({ params, reply }) => {
      const pack = languagePack(params.code);
      reply.header('cache-control', 'no-cache').header('etag', pack.etag);
      return pack.texts;
    },
  };
}
