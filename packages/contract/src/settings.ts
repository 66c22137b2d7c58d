import * as z from 'zod';
import { defineRoutes } from './define-route.ts';

/** What the update banner reads (wire A 10.1). */
export const UpdateInfo = z.object({
  update: z.object({
    release_version: z.string(),
    release_date: z.string(),
    url: z.string(),
    description: z.string(),
    is_new: z.boolean(),
  }),
});

/** Every public key of the general settings, flat, with dots (wire A 10.1, settled question 8). */
export const GeneralSettings = z.object({
  'app.site_name': z.string(),
  'app.lang': z.string(),
  'app.root_url': z.string(),
  'app.favicon_url': z.string(),
  'app.logo_url': z.string(),
  'app.max_file_upload_size': z.number(),
  'app.allowed_file_upload_extensions': z.array(z.string()).nullable(),
  'app.timezone': z.string(),
  'app.business_hours_id': z.string(),
  'app.update': UpdateInfo.nullable(),
  'app.version': z.string(),
});
export type GeneralSettings = z.output<typeof GeneralSettings>;

/** Bellhop's own settings that its client needs behind the login (settled question 8). */
export const DeskSettings = z.object({
  /** Where emoji pictures come from, as `<this>/<code>.svg`; null for Bellhop itself (settled question 36). */
  'app.emoji_base_url': z.string().nullable(),
});
export type DeskSettings = z.output<typeof DeskSettings>;

export const settingsRoutes = defineRoutes({
  'settings.general': {
    method: 'GET',
    path: '/api/v1/settings/general',
    access: 'public',
    encoding: 'none',
    output: GeneralSettings,
    summary: 'General settings; the client reads them before login',
  },
  'settings.desk': {
    method: 'GET',
    path: '/api/v1/settings/desk',
    access: 'session',
    encoding: 'none',
    output: DeskSettings,
    summary: "Bellhop's own settings that its client needs",
  },
  'lang.get': {
    method: 'GET',
    path: '/api/v1/lang/:code',
    access: 'public',
    encoding: 'none',
    params: z.object({ code: z.string() }),
    output: z.record(z.string(), z.string()),
    bare: true,
    summary: 'Language pack: flat key to text, English for an unknown code',
  },
});
