import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { idParams, ok, time } from './primitives.ts';

export const attributeDataTypes = ['text', 'number', 'checkbox', 'date', 'link', 'list'] as const;
export const attributeOwners = ['contact', 'conversation'] as const;

export const CustomAttribute = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  applies_to: z.enum(attributeOwners),
  name: z.string(),
  description: z.string(),
  key: z.string(),
  values: z.array(z.string()),
  data_type: z.enum(attributeDataTypes),
  regex: z.string(),
  regex_hint: z.string(),
});
export type CustomAttribute = z.output<typeof CustomAttribute>;

/** Keys that mean something else in automation conditions (wire A 20). */
export const reservedAttributeKeys: readonly string[] = [
  'contact_email',
  'content',
  'subject',
  'status',
  'priority',
  'assigned_team',
  'assigned_user',
  'hours_since_created',
  'hours_since_first_reply',
  'hours_since_last_reply',
  'hours_since_resolved',
  'inbox',
];

const key = z
  .string()
  .min(3)
  .max(140)
  .refine((text) => /^[a-z0-9_]+$/.test(text), {
    error: 'it must consist of small letters a to z, digits and underscores',
    params: { key: 'admin.customAttributes.key.valid' },
  })
  .refine((text) => !reservedAttributeKeys.includes(text), {
    error: 'it stands for something else and cannot be used',
    params: { key: 'admin.customAttributes.key.reserved' },
  });

const values = z
  .array(nameText(140))
  .max(500)
  .default([])
  .superRefine((list, context) => {
    for (const [index, value] of list.entries()) {
      if (list.indexOf(value) === index) continue;
      const params = { key: 'admin.customAttributes.values.twice' };
      context.addIssue({ code: 'custom', path: [index], message: 'it stands in the list twice', params });
    }
  });

const changeable = {
  applies_to: z.enum(attributeOwners),
  name: nameText(140, 3),
  description: nameText(300, 3),
  values,
  /** Whether it is a pattern at all is checked by `patternProblem` of the rules, which the contract can't import. */
  regex: z.string().max(1000).default(''),
  regex_hint: z.union([z.literal(''), nameText(1000)]).default(''),
};

/** Body of PUT: key and data type stay what they are, whatever is sent (wire A 20). */
export const CustomAttributeChange = z.object({ ...changeable, ...basedOn });
export type CustomAttributeChange = z.output<typeof CustomAttributeChange>;

/** Body of POST (wire A 20). */
export const CustomAttributeInput = z
  .object({ ...changeable, key, data_type: z.enum(attributeDataTypes) })
  .refine((attribute) => attribute.data_type !== 'list' || attribute.values.length > 0, {
    path: ['values'],
    error: 'it must not be empty',
    params: { key: 'admin.customAttributes.values.missing' },
  });
export type CustomAttributeInput = z.output<typeof CustomAttributeInput>;

const manage = { permission: 'custom_attributes:manage' } as const;

export const customAttributeRoutes = defineRoutes({
  'custom_attributes.list': {
    method: 'GET',
    path: '/api/v1/custom-attributes',
    access: 'session',
    encoding: 'none',
    query: z.object({ applies_to: z.string().optional() }),
    output: z.array(CustomAttribute),
    summary: 'Custom attribute definitions, latest update first',
  },
  'custom_attributes.get': {
    method: 'GET',
    path: '/api/v1/custom-attributes/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: CustomAttribute,
    summary: 'One definition',
  },
  'custom_attributes.create': {
    method: 'POST',
    path: '/api/v1/custom-attributes',
    access: manage,
    encoding: 'json',
    body: CustomAttributeInput,
    output: ok,
    summary: 'Defines an attribute; 400 when the key is taken or the pattern is none',
  },
  'custom_attributes.update': {
    method: 'PUT',
    path: '/api/v1/custom-attributes/:id',
    access: manage,
    encoding: 'json',
    params: idParams,
    body: CustomAttributeChange,
    output: ok,
    summary: 'Changes a definition, but not its key and its data type',
  },
  'custom_attributes.remove': {
    method: 'DELETE',
    path: '/api/v1/custom-attributes/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a definition; values that are stored stay',
  },
  'custom_attributes.usage': {
    method: 'GET',
    path: '/api/v1/custom-attributes/:id/usage',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses an attribute: automation rules, and how many conversations or contacts have a value',
  },
});
