import * as z from 'zod';
import { basedOn, nameText } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { durationText, timeZoneName } from './format-schemas.ts';
import { formBoolean, fromDigits, ok, time } from './primitives.ts';

/** What the update banner reads (wire A 10.1). */
export const UpdateInfo = z.object({
  update: z.object({
    release_version: z.string(),
    release_date: z.string(),
    url: z.string(),
    description: z.string(),
    is_new: z.boolean(),
    /** Whether it closes a security gap. */
    is_security: z.boolean().optional(),
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

/** Bellhop's own settings, with what counts where nothing is stored. */
export const OwnSettings = z.object({
  /** Seconds that a reply with `undo` waits before it is sent (settled question 18). */
  'app.undo_send_seconds': z.number().int().min(0).max(60).default(10),
  /** Where emoji pictures come from, as `<this>/<code>.svg`; null for Bellhop itself (settled question 36). */
  'app.emoji_base_url': z
    .url({ protocol: /^https$/ })
    .nullable()
    .default(null),
  /**
   * Whether addresses that administrators enter, such as that of a sign-on provider, may lead to private networks and this machine, and
   * may begin with http://.
   */
  'app.allow_private_addresses': z.boolean().default(false),
  /** How long a session lives without use (settled question 5). */
  'app.session_lifetime_seconds': z.number().int().min(60).default(32_400),
  /** Days for which the source of a processed mail is kept; 0 for ever. */
  'app.raw_mail_retention_days': z.number().int().min(0).default(0),
  /** Days for which the activity log is kept; 0 for ever. */
  'app.activity_log_retention_days': z.number().int().min(0).default(0),
  /** What an agent's new conversation adds to its subject; `{ref}` stands for the reference number (behaviour 2.4). */
  'app.subject_marker': z.string().max(100).includes('{ref}').default(' - #{ref}'),
  /** A reply opens a new conversation when its own was closed more than so many days ago; 0 reopens it always (behaviour 1.8). */
  'app.new_conversation_after_closed_days': z.number().int().min(0).default(0),
  /** Mails to agents stand in the default template of outgoing mail too, instead of a plain layout (behaviour 6.2). */
  'app.wrap_notifications': z.boolean().default(false),
  /** The SLA policy that new conversations get, as an id; '' for none (behaviour 5.3). */
  'app.sla_policy_id': z.string().default(''),
  /** Requests that one API key may make within a minute of one process. */
  'app.api_key_requests_per_minute': z.number().int().min(1).default(600),
  /** Push notifications show what they are about, such as the subject; otherwise only that there is something. */
  'app.push_shows_content': z.boolean().default(true),
  /** Teams that assign by themselves choose agents who are offline when nobody else is there (behaviour 3.5). */
  'app.assign_to_offline': z.boolean().default(false),
  /** Minutes between a conversation's resolving and its satisfaction survey, where an inbox has no number of its own; 0 sends it at once. */
  'app.csat_delay_minutes': z.number().int().min(0).default(0),
});
export type OwnSettings = z.output<typeof OwnSettings>;

const addressHint = 'it must be an address such as https://example.com';
/** Language key of what the client says instead. */
const keyed = (key: string) => ({ params: { key } });

function isWebAddress(text: string): boolean {
  const address = URL.parse(text);
  return address !== null && /^https?:$/.test(address.protocol) && !/[\s\p{Cc}]/u.test(text);
}
const webAddress = (key: string) =>
  z
    .string()
    .trim()
    .max(2000)
    .refine(isWebAddress, { error: addressHint, ...keyed(key) });

/** Without slashes at its end, question and fragment: other addresses are made by writing behind it (wire A 10.1). */
const rootAddress = webAddress('admin.general.rootURL.valid')
  .refine((address) => !/[?#]/.test(address), { error: addressHint, ...keyed('admin.general.rootURL.valid') })
  .transform((address) => address.replace(/\/+$/, ''));

/** A file name ending as it is compared: lower case, without its dot; `*` allows every one. */
const extension = z
  .string()
  .transform((text) => text.trim().toLowerCase().replace(/^\./, ''))
  .refine((text) => /^(?:\*|[a-z0-9][a-z0-9+_.-]{0,29})$/.test(text), {
    error: 'it must be an ending such as pdf, or *',
    ...keyed('admin.general.extension.invalid'),
  });

/** The general settings as a form holds them: without the prefix `app.`. */
export const GeneralSettingsForm = z.object({
  site_name: nameText(140),
  lang: z.string().min(1).max(20),
  root_url: rootAddress,
  favicon_url: webAddress('admin.general.faviconURL.valid'),
  logo_url: z
    .string()
    .trim()
    .max(2000)
    .refine((text) => text === '' || isWebAddress(text), {
      error: addressHint,
      ...keyed('admin.general.logoURL.valid'),
    }),
  max_file_upload_size: z.number().min(1).max(500),
  allowed_file_upload_extensions: z.array(extension).max(200).nullable(),
  timezone: timeZoneName,
  business_hours_id: z.string().regex(/^\d{0,9}$/),
  sla_policy_id: z.string().regex(/^\d{0,9}$/),
  undo_send_seconds: z.number().int().min(0).max(60),
  emoji_base_url: z.preprocess(
    (value) => (value === '' ? null : value),
    z
      .url({ protocol: /^https$/, error: 'it must be an address that begins with https://' })
      .max(2000)
      .nullable(),
  ),
  session_lifetime_seconds: z.number().int().min(300).max(2_592_000),
  raw_mail_retention_days: z.number().int().min(0).max(3650),
  activity_log_retention_days: z.number().int().min(0).max(3650),
  allow_private_addresses: z.boolean(),
  subject_marker: z
    .string()
    .max(100)
    .refine((marker) => marker.includes('{ref}') && !/\p{Cc}/u.test(marker), {
      error: 'it must contain {ref}',
      ...keyed('admin.general.subjectMarker.valid'),
    }),
  new_conversation_after_closed_days: z.number().int().min(0).max(3650),
  wrap_notifications: z.boolean(),
  api_key_requests_per_minute: z.number().int().min(1).max(100_000),
  push_shows_content: z.boolean(),
  assign_to_offline: z.boolean(),
  csat_delay_minutes: z.number().int().min(0).max(43_200),
});
export type GeneralSettingsForm = z.output<typeof GeneralSettingsForm>;

/** What `PUT /settings/general` may change. Only the keys that are sent change (behaviour 12.5). */
export const GeneralSettingsInput = z.object(withPrefix('app.', GeneralSettingsForm.shape)).partial().extend(basedOn);
export type GeneralSettingsInput = z.output<typeof GeneralSettingsInput>;

/** The same members under the names that the wire has for them. */
function withPrefix<P extends string, S extends z.ZodRawShape>(
  prefix: P,
  shape: S,
): { [K in keyof S & string as `${P}${K}`]: S[K] } {
  return Object.fromEntries(Object.entries(shape).map(([name, member]) => [prefix + name, member])) as never;
}

/** Every general setting that can be changed, as it stands; `updated_at` goes back as `based_on`. */
export const AdminSettings = z.object({
  ...GeneralSettings.omit({ 'app.update': true, 'app.version': true }).shape,
  ...OwnSettings.shape,
  updated_at: time,
  /** Pictures of the desk's own that were uploaded. */
  pictures: z.object({ logo: z.boolean(), favicon: z.boolean() }),
});
export type AdminSettings = z.output<typeof AdminSettings>;

export const deskPictures = ['logo', 'favicon'] as const;
export type DeskPicture = (typeof deskPictures)[number];

export const authProtocols = ['plain', 'login', 'cram', 'none'] as const;
export const tlsTypes = ['none', 'starttls', 'tls'] as const;

/** The server that mails to agents go through, flat, with dots (wire A 11.1). The password is ten bullets, or '' when there is none. */
export const EmailNotificationSettings = z.object({
  'notification.email.enabled': z.boolean(),
  'notification.email.host': z.string(),
  'notification.email.port': z.number(),
  'notification.email.username': z.string(),
  'notification.email.password': z.string(),
  'notification.email.max_conns': z.number(),
  'notification.email.idle_timeout': z.string(),
  'notification.email.wait_timeout': z.string(),
  'notification.email.auth_protocol': z.enum(authProtocols),
  'notification.email.email_address': z.string(),
  'notification.email.max_msg_retries': z.number(),
  'notification.email.tls_type': z.enum(tlsTypes),
  'notification.email.tls_skip_verify': z.boolean(),
  'notification.email.hello_hostname': z.string(),
});
export type EmailNotificationSettings = z.output<typeof EmailNotificationSettings>;

const wholeNumber = (least: number, most: number) => z.preprocess(fromDigits, z.number().int().min(least).max(most));
const serverText = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((text) => !/[\s\p{Cc}]/u.test(text), {
      error: 'it must not contain blanks',
      ...keyed('form.error.noBlanks'),
    });

/** The same as a form holds it: without the prefix. */
export const EmailNotificationForm = z.object({
  enabled: formBoolean,
  host: serverText(255),
  port: wholeNumber(1, 65_535),
  username: z.string().trim().max(320),
  password: z.string().max(10_000),
  max_conns: wholeNumber(1, 1000),
  idle_timeout: durationText,
  wait_timeout: durationText,
  auth_protocol: z.enum(authProtocols),
  email_address: z
    .string()
    .trim()
    .max(500)
    .refine((text) => /^(?:[^<>\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u.test(text), {
      error: 'it must be an e-mail address, or a name with one in angle brackets',
      ...keyed('admin.notification.fromInvalid'),
    }),
  max_msg_retries: wholeNumber(0, 1000),
  tls_type: z.enum(tlsTypes),
  tls_skip_verify: formBoolean,
  hello_hostname: serverText(255),
});
export type EmailNotificationForm = z.output<typeof EmailNotificationForm>;

/** Body of PUT: as a form or as JSON. What is absent keeps its value, and so does a password that is empty or holds a bullet. */
export const EmailNotificationInput = z
  .object(withPrefix('notification.email.', EmailNotificationForm.shape))
  .partial()
  .extend(basedOn);
export type EmailNotificationInput = z.output<typeof EmailNotificationInput>;

/** How a test mail ended, in plain words. */
export const TestMailResult = z.object({ ok: z.boolean(), detail: z.string() });
export type TestMailResult = z.output<typeof TestMailResult>;

const general = { permission: 'general_settings:manage' } as const;
const notification = { permission: 'notification_settings:manage' } as const;
const pictureParams = z.object({ picture: z.enum(deskPictures) });

export const settingsRoutes = defineRoutes({
  'settings.general': {
    method: 'GET',
    path: '/api/v1/settings/general',
    access: 'public',
    encoding: 'none',
    output: GeneralSettings,
    summary: 'General settings; the client reads them before login',
  },
  'settings.update_general': {
    method: 'PUT',
    path: '/api/v1/settings/general',
    access: general,
    encoding: 'json',
    body: GeneralSettingsInput,
    output: ok,
    summary: "Changes the general settings that are sent, Bellhop's own among them; in use at once",
  },
  'settings.admin': {
    method: 'GET',
    path: '/api/v1/settings/admin',
    access: general,
    encoding: 'none',
    output: AdminSettings,
    summary: 'Every general setting that can be changed',
  },
  'settings.set_picture': {
    method: 'PUT',
    path: '/api/v1/settings/pictures/:picture',
    access: general,
    encoding: 'multipart',
    file_parts: ['files', 'file'],
    params: pictureParams,
    output: ok,
    summary: "Takes a picture as the desk's logo or favicon; it is drawn anew and served at /logo.png or /favicon.ico",
  },
  'settings.remove_picture': {
    method: 'DELETE',
    path: '/api/v1/settings/pictures/:picture',
    access: general,
    encoding: 'none',
    params: pictureParams,
    output: ok,
    summary: "Puts Bellhop's own logo or favicon back",
  },
  'settings.email_notifications': {
    method: 'GET',
    path: '/api/v1/settings/notifications/email',
    access: notification,
    encoding: 'none',
    output: EmailNotificationSettings.extend({ updated_at: time }),
    summary: 'The mail server of notifications, its password masked',
  },
  'settings.update_email_notifications': {
    method: 'PUT',
    path: '/api/v1/settings/notifications/email',
    access: notification,
    encoding: 'form',
    body: EmailNotificationInput,
    output: ok,
    summary: 'Changes the mail server of notifications; in use from the next mail on',
  },
  'settings.test_email_notifications': {
    method: 'POST',
    path: '/api/v1/settings/notifications/email/test',
    access: notification,
    encoding: 'form',
    body: EmailNotificationInput,
    output: TestMailResult,
    summary: 'Sends a test mail to the caller with these settings, unsaved ones included',
  },
  'settings.desk': {
    method: 'GET',
    path: '/api/v1/settings/desk',
    access: 'session',
    encoding: 'none',
    output: DeskSettings,
    summary: "Bellhop's own settings that its client needs",
  },
  'lang.list': {
    method: 'GET',
    path: '/api/v1/lang',
    access: 'session',
    encoding: 'none',
    output: z.array(z.object({ code: z.string(), name: z.string() })),
    summary: 'The language packs that are there, each with its own name',
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
