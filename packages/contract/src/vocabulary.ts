import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import { idParams, ok, time } from './primitives.ts';

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

/** Whether a name fits the 25 bytes that a status has (wire B 7.2). */
const fitsStatus = (name: string) => new TextEncoder().encode(name).length <= 25;

const statusName = nameText(25).refine(fitsStatus, {
  error: 'it is too long: it must have at most 25 bytes, of which some letters take more than one',
  params: { key: 'admin.conversationStatus.name.bytes' },
});

/** Body of POST; without a category it is `open` (settled question 15). */
export const NewStatus = z.object({ name: statusName, category: z.enum(statusCategories).default('open') });
export type NewStatus = z.output<typeof NewStatus>;

/** Body of PUT; without a category it stays (settled question 1). */
export const StatusChange = z.object({
  name: statusName,
  category: z.enum(statusCategories).optional(),
  ...basedOn,
});
export type StatusChange = z.output<typeof StatusChange>;

export const Priority = z.object({ id: z.number(), created_at: time, updated_at: time, name: z.string() });
export type Priority = z.output<typeof Priority>;

export const Tag = z.object({ id: z.number(), created_at: time, updated_at: time, name: z.string() });
export type Tag = z.output<typeof Tag>;

/** Body of POST and PUT; found without regard to case, unique (settled question 15). */
export const TagInput = z.object({ name: nameText(140), ...basedOn });
export type TagInput = z.output<typeof TagInput>;

export const vocabularyRoutes = defineRoutes({
  'statuses.list': {
    method: 'GET',
    path: '/api/v1/statuses',
    access: 'session',
    encoding: 'none',
    output: z.array(Status),
    summary: 'Conversation statuses in their order',
  },
  'statuses.create': {
    method: 'POST',
    path: '/api/v1/statuses',
    access: { permission: 'status:manage' },
    encoding: 'form',
    body: NewStatus,
    output: ok,
    summary: 'Creates a status of a category; 409 when one of that name exists',
  },
  'statuses.update': {
    method: 'PUT',
    path: '/api/v1/statuses/:id',
    access: { permission: 'status:manage' },
    encoding: 'form',
    params: idParams,
    body: StatusChange,
    output: ok,
    summary: 'Renames a status or changes its category; 400 for the four that are fixed',
  },
  'statuses.remove': {
    method: 'DELETE',
    path: '/api/v1/statuses/:id',
    access: { permission: 'status:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a status; 400 for the four that are fixed and for one that is in use, with what uses it',
  },
  'statuses.usage': {
    method: 'GET',
    path: '/api/v1/statuses/:id/usage',
    access: { permission: 'status:manage' },
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses a status: conversations, macros and automation rules',
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
  'tags.create': {
    method: 'POST',
    path: '/api/v1/tags',
    access: { permission: 'tags:manage' },
    encoding: 'form',
    body: TagInput,
    output: ok,
    summary: 'Creates a tag; 409 when one of that name exists',
  },
  'tags.update': {
    method: 'PUT',
    path: '/api/v1/tags/:id',
    access: { permission: 'tags:manage' },
    encoding: 'form',
    params: idParams,
    body: TagInput,
    output: ok,
    summary: 'Renames a tag on every conversation that has it',
  },
  'tags.remove': {
    method: 'DELETE',
    path: '/api/v1/tags/:id',
    access: { permission: 'tags:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a tag and takes it off every conversation',
  },
  'tags.usage': {
    method: 'GET',
    path: '/api/v1/tags/:id/usage',
    access: { permission: 'tags:manage' },
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'What uses a tag: macros, automation rules and conversations',
  },
});
