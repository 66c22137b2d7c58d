import { type TemplateData, type TemplateType, templatePaths } from '@bellhop/rules';
import type { Reader } from '../../db/types.ts';
import { loadSettings } from '../settings/index.ts';

/**
 * What a template is filled with: the values of its variables, and what the desk says of itself. A variable that its type knows and
 * that has no value here is empty, such as the deadline in the mail of an assignment; others do not exist.
 */
export async function templateData(
  db: Reader,
  type: TemplateType,
  values: TemplateData['values'],
  now: Date,
): Promise<TemplateData> {
  const settings = await loadSettings(db);
  return {
    values: Object.fromEntries(templatePaths(type).map((path) => [path, values[path] ?? ''])),
    root_url: settings['app.root_url'],
    site_name: settings['app.site_name'],
    logo_url: settings['app.logo_url'],
    favicon_url: settings['app.favicon_url'],
    now,
    time_zone: settings['app.timezone'],
  };
}
