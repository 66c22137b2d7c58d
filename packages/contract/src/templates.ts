import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { formBoolean, idParams, ok, time } from './primitives.ts';

export const templateTypes = ['email_outgoing', 'email_notification'] as const;
export const TemplateType = z.enum(templateTypes);

/** Something wrong in a template: an error keeps it from being saved and, should it stand there all the same, from being used; a warning does neither. */
export const TemplateProblemView = z.object({
  field: z.enum(['subject', 'body']),
  line: z.number(),
  severity: z.enum(['error', 'warning']),
  /** Language key: `admin.template.problem.<code>`. */
  code: z.string(),
  text: z.string(),
});
export type TemplateProblemView = z.output<typeof TemplateProblemView>;

/** A layout of mails: round replies to customers, or the words of a mail to agents (wire A 18). */
export const Template = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  type: TemplateType,
  name: z.string(),
  /** '' where there is none, never null: another client's form refuses null (wire A 18.2). */
  subject: z.string(),
  body: z.string(),
  is_default: z.boolean(),
  is_builtin: z.boolean(),
  /** What is wrong in it, by line: unknown variables, and whatever makes mails leave without it. */
  problems: z.array(TemplateProblemView),
});
export type Template = z.output<typeof Template>;
export const TemplateRow = Template.pick({
  id: true,
  created_at: true,
  updated_at: true,
  type: true,
  name: true,
  is_default: true,
  is_builtin: true,
  problems: true,
});
export type TemplateRow = z.output<typeof TemplateRow>;

const body = z.string().max(200_000);
/** A subject is one line. */
const subject = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => !/\p{Cc}/u.test(text), {
    error: 'it must be one line',
    params: { key: 'form.error.oneLine' },
  });

/** Body of POST and PUT. What the body holds is checked by the rules `checkTemplate` and `checkSubject`, on both sides. */
export const TemplateInput = z
  .object({
    name: nameText(140),
    type: TemplateType,
    subject: subject.nullish().transform((text) => text ?? ''),
    body,
    is_default: formBoolean.default(false),
    ...basedOn,
  })
  .refine((input) => input.type === 'email_outgoing' || input.subject !== '', {
    path: ['subject'],
    error: 'it must not be empty',
    params: { key: 'admin.template.subjectRequired' },
  });
export type TemplateInput = z.output<typeof TemplateInput>;

/** A template filled with a sample: `html` is '' while it has errors. */
export const TemplatePreview = z.object({
  subject: z.string(),
  html: z.string(),
  problems: z.array(TemplateProblemView),
});
export type TemplatePreview = z.output<typeof TemplatePreview>;

const access = { permission: 'templates:manage' } as const;

export const templateRoutes = defineRoutes({
  'templates.list': {
    method: 'GET',
    path: '/api/v1/templates',
    access,
    encoding: 'none',
    query: z.object({ type: TemplateType }),
    output: z.array(TemplateRow),
    summary: 'Templates of a type, the last changed first',
  },
  'templates.get': {
    method: 'GET',
    path: '/api/v1/templates/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: Template,
    summary: 'One template',
  },
  'templates.create': {
    method: 'POST',
    path: '/api/v1/templates',
    access,
    encoding: 'json',
    body: TemplateInput,
    output: ok,
    summary: 'Creates a template; 409 when it is to be the default and there is one',
  },
  'templates.update': {
    method: 'PUT',
    path: '/api/v1/templates/:id',
    access,
    encoding: 'json',
    params: idParams,
    body: TemplateInput,
    output: ok,
    summary: 'Changes a template; a new default takes the place of the old one',
  },
  'templates.remove': {
    method: 'DELETE',
    path: '/api/v1/templates/:id',
    access,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a template that is not built in',
  },
  'templates.usage': {
    method: 'GET',
    path: '/api/v1/templates/:id/usage',
    access,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses a template: nothing refers to one',
  },
  'templates.preview': {
    method: 'POST',
    path: '/api/v1/templates/preview',
    access,
    encoding: 'json',
    body: z.object({ type: TemplateType, subject: z.string().max(1000).default(''), body }),
    output: TemplatePreview,
    summary: 'A template as it would look, filled with a sample, and what is wrong with it',
  },
});
