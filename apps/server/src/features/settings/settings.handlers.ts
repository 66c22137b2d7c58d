import { DeskSettings, type settingsRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { removePicture, setPicture } from './desk-pictures.ts';
import { languagePack, listLanguages } from './language-packs.ts';
import { loadSettings } from './load-settings.ts';
import { emailNotifications, saveEmailNotifications } from './notification-server.ts';
import { publicSettings } from './public-settings.ts';
import { testEmailNotifications } from './test-email-notifications.ts';
import { adminSettings, updateGeneral } from './update-general.ts';

/** General settings and texts are answered without a session: the client reads them before login (wire A 3.7). */
export function createSettingsHandlers(deps: Deps): Handlers<typeof settingsRoutes> {
  const { db } = deps;
  return {
    'settings.general': () => publicSettings(db),
    'settings.update_general': ({ actor, body }) => updateGeneral(deps, actor, body),
    'settings.admin': () => adminSettings(db),
    'settings.set_picture': ({ actor, params, file }) => setPicture(deps, actor, params.picture, file),
    'settings.remove_picture': ({ actor, params }) => removePicture(deps, actor, params.picture),
    'settings.email_notifications': () => emailNotifications(db),
    'settings.update_email_notifications': ({ actor, body }) => saveEmailNotifications(deps, actor, body),
    'settings.test_email_notifications': ({ actor, body }) => testEmailNotifications(deps, actor, body),
    'settings.desk': async () => DeskSettings.parse(await loadSettings(db)),
    'lang.list': async () => listLanguages(),
    'lang.get': async ({ params, reply }) => {
      const pack = languagePack(params.code);
      reply.header('cache-control', 'no-cache').header('etag', pack.etag);
      return pack.texts;
    },
  };
}
