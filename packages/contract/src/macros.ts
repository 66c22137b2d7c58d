import * as z from 'zod';
import { basedOn, nameText, Usage } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import type { Permission } from './permissions.ts';
import { idParams, ok, optionalId, time } from './primitives.ts';

export const macroVisibilities = ['all', 'team', 'user'] as const;
export type MacroVisibility = (typeof macroVisibilities)[number];

/** Where a macro is offered. */
export const macroOccasions = ['replying', 'starting_conversation', 'adding_private_note'] as const;
export type MacroOccasion = (typeof macroOccasions)[number];

/** What each action of a macro needs (wire B 4.1); whoever lacks it is not offered the action. */
export const macroActionPermissions = {
  assign_team: 'conversations:update_team_assignee',
  assign_user: 'conversations:update_user_assignee',
  set_status: 'conversations:update_status',
  set_priority: 'conversations:update_priority',
  set_sla: 'conversations:update_priority',
  add_tags: 'conversations:update_tags',
  set_tags: 'conversations:update_tags',
  remove_tags: 'conversations:update_tags',
  send_private_note: 'messages:write',
  send_reply: 'messages:write',
} as const satisfies Record<string, Permission>;
export type MacroActionType = keyof typeof macroActionPermissions;
export const macroActionTypes = Object.keys(macroActionPermissions) as MacroActionType[];

/** Actions that apply refuses; they may be stored (wire B 4.1). */
export const messageActionTypes = ['send_private_note', 'send_reply'] as const satisfies readonly MacroActionType[];

/** `value`: one row id as text, tag names, or one HTML text. `display_value`: the row's name now, nothing for the others. */
export const MacroAction = z.object({
  type: z.enum(macroActionTypes),
  value: z.array(z.string()),
  display_value: z.array(z.string()),
});
export type MacroAction = z.output<typeof MacroAction>;

/** A macro (wire B 4.1); `team_id` and `user_id` are text. */
export const Macro = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  name: z.string(),
  /** HTML, '' for none. */
  message_content: z.string(),
  visible_when: z.array(z.enum(macroOccasions)),
  visibility: z.enum(macroVisibilities),
  user_id: z.string().nullable(),
  team_id: z.string().nullable(),
  usage_count: z.number(),
  actions: z.array(MacroAction),
});
export type Macro = z.output<typeof Macro>;

const actionValue = z.array(z.union([z.string().max(5000), z.number().transform(String)])).max(100);

/** Body of POST and PUT; members that only answers have are ignored. */
export const MacroInput = z.object({
  name: nameText(140),
  message_content: z
    .string()
    .max(5000)
    .nullish()
    .transform((html) => html ?? ''),
  visibility: z.enum(macroVisibilities),
  visible_when: z.array(z.enum(macroOccasions)).min(1),
  team_id: optionalId.optional(),
  user_id: optionalId.optional(),
  actions: z.array(z.object({ type: z.enum(macroActionTypes), value: actionValue.min(1) })).max(20),
  ...basedOn,
});
export type MacroInput = z.output<typeof MacroInput>;

/** The actions to apply: those of the macro that the agent kept. Their types are judged by permission, so any text parses. */
export const ApplyMacroInput = z
  .array(z.object({ type: z.string(), value: actionValue, display_value: z.unknown().optional() }))
  .max(20);
export type ApplyMacroInput = z.output<typeof ApplyMacroInput>;

/** What became of applying, not enveloped; `failed` names what did not work when the answer is 207. */
export const AppliedMacro = z.object({
  message: z.string(),
  failed: z.array(z.object({ type: z.string(), error_type: z.string(), message: z.string() })),
});
export type AppliedMacro = z.output<typeof AppliedMacro>;

export const macroRoutes = defineRoutes({
  'macros.list': {
    method: 'GET',
    path: '/api/v1/macros',
    access: 'session',
    encoding: 'none',
    output: z.array(Macro),
    summary: 'Macros that the caller may use, all of them with macros:manage; latest update or use first',
  },
  'macros.get': {
    method: 'GET',
    path: '/api/v1/macros/:id',
    access: { permission: 'macros:manage' },
    encoding: 'none',
    params: idParams,
    output: Macro,
    summary: 'One macro',
  },
  'macros.create': {
    method: 'POST',
    path: '/api/v1/macros',
    access: { permission: 'macros:manage' },
    encoding: 'json',
    body: MacroInput,
    output: Macro,
    summary: 'Creates a macro; an id that does not fit its visibility is dropped',
  },
  'macros.update': {
    method: 'PUT',
    path: '/api/v1/macros/:id',
    access: { permission: 'macros:manage' },
    encoding: 'json',
    params: idParams,
    body: MacroInput,
    output: Macro,
    summary: 'Changes a macro',
  },
  'macros.remove': {
    method: 'DELETE',
    path: '/api/v1/macros/:id',
    access: { permission: 'macros:manage' },
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a macro',
  },
  'macros.usage': {
    method: 'GET',
    path: '/api/v1/macros/:id/usage',
    access: { permission: 'macros:manage' },
    encoding: 'none',
    params: idParams,
    output: Usage,
    summary: 'How many conversations have a draft that will apply a macro when it is sent',
  },
  'macros.apply': {
    method: 'POST',
    path: '/api/v1/conversations/:uuid/macros/:id/apply',
    access: 'session',
    encoding: 'json',
    params: idParams.extend({ uuid: z.string() }),
    body: ApplyMacroInput,
    output: AppliedMacro,
    bare: true,
    summary: 'Applies actions of a macro, team before agent before status; 207 when some failed, 500 when all did',
  },
});
