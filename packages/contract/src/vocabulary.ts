import * as z from 'zod';
import { defineRoutes } from './define-route.ts';
import { time } from './primitives.ts';

/** Status categories: all logic tests these, never names (behaviour 0.1). */
export const statusCategories = ['open', 'waiting', 'resolved'] as const;
export type StatusCategory = (typeof statusCategories)[number];

/** The four names that client and server may rely on. */
export const defaultStatusNames = { open: 'Open', snoozed: 'Snoozed', resolved: 'Resolved', closed: 'Closed' } as const;

export const Status = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  category: z.enum(statusCategories),
});
export type Status = z.output<typeof Status>;

export const Priority = z.object({ id: z.number(), created_at: time, updated_at: time, name: z.string() });
export type Priority = z.output<typeof Priority>;

export const Tag = z.object({ id: z.number(), created_at: time, updated_at: time, name: z.string() });
export type Tag = z.output<typeof Tag>;

export const attributeDataTypes = ['text', 'number', 'checkbox', 'date', 'link', 'list'] as const;

export const CustomAttribute = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  applies_to: z.enum(['contact', 'conversation']),
  name: z.string(),
  description: z.string(),
  key: z.string(),
  values: z.array(z.string()),
  data_type: z.enum(attributeDataTypes),
  regex: z.string(),
  regex_hint: z.string(),
});
export type CustomAttribute = z.output<typeof CustomAttribute>;

export const vocabularyRoutes = defineRoutes({
  'statuses.list': {
    method: 'GET',
    path: '/api/v1/statuses',
    access: 'session',
    encoding: 'none',
    output: z.array(Status),
    summary: 'Conversation statuses in their order',
  },
  'priorities.list': {
    method: 'GET',
    path: '/api/v1/priorities',
    access: 'session',
    encoding: 'none',
    output: z.array(Priority),
    summary: 'Priorities; a higher id is more urgent',
  },
  'tags.list': {
    method: 'GET',
    path: '/api/v1/tags',
    access: 'session',
    encoding: 'none',
    output: z.array(Tag),
    summary: 'All tags by name',
  },
  'custom_attributes.list': {
    method: 'GET',
    path: '/api/v1/custom-attributes',
    access: 'session',
    encoding: 'none',
    query: z.object({ applies_to: z.string().optional() }),
    output: z.array(CustomAttribute),
    summary: 'Custom attribute definitions, latest update first',
  },
});
