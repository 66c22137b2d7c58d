import type { TemplateData } from '@bellhop/rules';
import type { Reader } from '../../db/types.ts';
import { loadSettings } from '../settings/index.ts';

/** What a template is filled with: the values of its variables, and what the desk says of itself. */
export async function templateData(db: Reader, values: TemplateData['values'], now: Date): Promise<TemplateData> {
  const settings = await loadSettings(db);
  return {
    values,
    root_url: settings['app.root_url'],
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    favicon_url: settings['app.favicon_url'],
    now,
    time_zone: settings['app.timezone'],
  };
}
