import * as z from 'zod';
import { basedOn, nameText } from './configuration.ts';
import { defineRoutes } from './define-route.ts';
import type { ErrorEnvelope } from './envelope.ts';
import {
  fileBody,
  formBoolean,
  fromDigits,
  idParams,
  nullableTime,
  ok,
  rowId,
  time,
  uuidParams,
} from './primitives.ts';

/** The longest text that may be rewritten at once, in characters (behaviour 13.5). */
export const longestAiText = 20_000;

/** The provider that counts until an administrator enters another. */
export const defaultAiBaseUrl = 'https://api.openai.com/v1';
export const defaultAiModel = 'gpt-4o-mini';

/** A way to rewrite a text; what it tells the provider stays on the server. */
export const AiPrompt = z.object({
  id: z.number(),
  created_at: time,
  updated_at: time,
  title: z.string(),
  key: z.string(),
});
export type AiPrompt = z.output<typeof AiPrompt>;

/** As administrators see it: with the instruction that the provider gets. */
export const AiPromptDetail = AiPrompt.extend({ content: z.string() });
export type AiPromptDetail = z.output<typeof AiPromptDetail>;

/** Body of POST and PUT. */
export const AiPromptInput = z.object({
  title: nameText(140),
  key: z
    .string()
    .trim()
    .regex(/^[a-z0-9][a-z0-9_]{0,99}$/, {
      error: 'it must be of small letters, digits and underscores',
    }),
  content: z.string().trim().min(1).max(10_000),
  ...basedOn,
});
export type AiPromptInput = z.output<typeof AiPromptInput>;

/** What is no text counts as none: 400 means trouble with the key (settled 34). */
const anyText = z.preprocess((value) => (typeof value === 'string' ? value : ''), z.string());

/** `content`: the plain text of the editor. Its length is judged by the call itself. */
export const AiCompletion = z.object({ prompt_key: anyText, content: anyText });
export type AiCompletion = z.output<typeof AiCompletion>;

/** `conversation_uuid`: what the text belongs to, so that the contact's name can be masked; it must be one that the caller may see. */
export const AiStreamedCompletion = z.object({
  prompt_key: z.string().min(1),
  content: z.string(),
  conversation_uuid: z.string().nullish(),
});
export type AiStreamedCompletion = z.output<typeof AiStreamedCompletion>;

/** `text`: what the agent has written so far, or wishes the reply to say. */
export const AiReplyRequest = z.object({ text: z.string().max(longestAiText).default('') });
export type AiReplyRequest = z.output<typeof AiReplyRequest>;

/** What was sent to the provider along with the question; the client can show it as the answer's sources. */
export const AiSources = z.object({
  /** Entries of the thread, oldest first. */
  messages: z.array(z.object({ uuid: z.string(), created_at: time, private: z.boolean() })),
  macros: z.array(z.object({ id: z.number(), name: z.string() })),
  /** Older entries did not fit. */
  is_cut: z.boolean(),
});
export type AiSources = z.output<typeof AiSources>;

/**
 * One event of a streamed answer. The answer is `text/event-stream`, each event one line `data: <this as JSON>` and an empty line; lines that begin
 * with a colon keep the connection alive. First `start`, then any number of `delta`, then exactly one `end` or `error`; an answer that breaks
 * off without either is none. What fails before the first word is an ordinary error answer with its status instead.
 */
export type AiStreamEvent =
  | { type: 'start'; sources: AiSources | null }
  | { type: 'delta'; text: string }
  | {
      type: 'end';
      /** `length`: the provider's limit, or Bellhop's, was reached and the text may break off. */
      finish: 'stop' | 'length';
      /** The whole text, as the deltas make it up. */
      text: string;
      /** Which of the sources the model says it used; null when it said nothing that could be understood, and all of them may have been. */
      used: { messages: string[]; macros: number[] } | null;
    }
  | { type: 'error'; error: ErrorEnvelope };

/** How much one may ask, counted per day of the desk's time zone. */
export const aiBudgetUnits = ['requests', 'tokens'] as const;
export const AiBudgetUnit = z.enum(aiBudgetUnits);
export type AiBudgetUnit = z.output<typeof AiBudgetUnit>;

/** The settings as administrators see them; the key is never told. */
export const AiSettings = z.object({
  updated_at: time,
  enabled: z.boolean(),
  base_url: z.string(),
  model: z.string(),
  has_key: z.boolean(),
  /** The key was sealed with another BELLHOP_SECRET_KEY and has to be entered anew. */
  key_unreadable: z.boolean(),
  masks_personal_data: z.boolean(),
  /** Private notes go along when a reply is to be suggested. In summaries, which agents alone read, they always do. */
  notes_in_suggestions: z.boolean(),
  budget_unit: AiBudgetUnit,
  /** Of each agent per day; null for no limit. */
  agent_budget: z.number().nullable(),
  /** Of all agents together per day; null for no limit. */
  desk_budget: z.number().nullable(),
  /** Of each agent. */
  requests_per_minute: z.number(),
});
export type AiSettings = z.output<typeof AiSettings>;

function isProviderUrl(address: string): boolean {
  if (!/^https?:\/\/[^\s\p{Cc}\p{Bidi_Control}?#]+$/iu.test(address) || !URL.canParse(address)) return false;
  const { username, password } = new URL(address);
  return username === '' && password === '';
}

const baseUrl = z
  .string()
  .trim()
  .max(2000)
  .refine(isProviderUrl, {
    error:
      'it must be an address such as https://api.openai.com/v1, without user name, password, question and fragment',
    params: { key: 'form.error.validUrl' },
  })
  .transform((address) => address.replace(/\/+$/, ''));
const keyText = z
  .string()
  .trim()
  .max(1000)
  .refine((text) => !/[\s\p{Cc}]|[^\x20-\x7e•]/u.test(text), {
    error: 'it holds characters that no key has',
    params: { key: 'form.error.invisible' },
  });
const budget = z.number().int().min(1).max(2_000_000_000).nullable();

/**
 * Body of PUT: what is absent stays as it is. `api_key` '' removes the key; absent, or the mask, keeps it, yet not for a `base_url` of another host:
 * there it must be entered again.
 */
export const AiSettingsInput = z.object({
  enabled: formBoolean.optional(),
  base_url: baseUrl.optional(),
  model: nameText(200).optional(),
  api_key: keyText.optional(),
  masks_personal_data: formBoolean.optional(),
  notes_in_suggestions: formBoolean.optional(),
  budget_unit: AiBudgetUnit.optional(),
  agent_budget: budget.optional(),
  desk_budget: budget.optional(),
  requests_per_minute: z.number().int().min(1).max(1000).optional(),
  ...basedOn,
});
export type AiSettingsInput = z.output<typeof AiSettingsInput>;

/** What is to be tried, before it is saved; what is absent is as stored. */
export const AiTestInput = AiSettingsInput.pick({ base_url: true, model: true, api_key: true });
export type AiTestInput = z.output<typeof AiTestInput>;

/** What came of a short question to the provider. */
export const AiTest = z.object({
  ok: z.boolean(),
  duration_ms: z.number(),
  /** Why it failed, in the desk's language; null when it answered. */
  error: z.string().nullable(),
  /** The member of the form that the failure is about. */
  field: z.enum(['base_url', 'model', 'api_key']).nullable(),
  /** The beginning of the answer. */
  answer: z.string().nullable(),
});
export type AiTest = z.output<typeof AiTest>;

/** Body of PUT /ai/provider (wire B 9). */
export const AiProviderInput = z.object({ api_key: keyText.min(1), provider: z.enum(['openai']).default('openai') });
export type AiProviderInput = z.output<typeof AiProviderInput>;

/** What the signed-in agent may ask. */
export const AiStatus = z.object({
  /** A provider is set up and switched on. Nothing leaves the desk without. */
  configured: z.boolean(),
  /** A provider is set up, and switched off: there is nothing to enter, and calls are refused with 409. */
  switched_off: z.boolean(),
  /** Texts can be rewritten. */
  complete: z.boolean(),
  /** Conversations that the agent may read can be summarised. */
  summarise: z.boolean(),
  /** Replies can be suggested where the agent may write them. */
  suggest: z.boolean(),
  /** The agent may set the provider up. */
  manage: z.boolean(),
  masks_personal_data: z.boolean(),
  /** What is left of the agent's budget today; null without limit. */
  left_today: z.number().nullable(),
  budget_unit: AiBudgetUnit,
});
export type AiStatus = z.output<typeof AiStatus>;

const usageNumbers = {
  requests: z.number(),
  /** Of them those that came to nothing at the provider. */
  failed: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
};

/** What was asked, counted by days of the desk's time zone; tokens are the provider's figures, else estimates. */
export const AiUsage = z.object({
  from: z.string(),
  to: z.string(),
  total: z.object(usageNumbers),
  /** Every day from `from` to `to`, oldest first. */
  days: z.array(z.object({ day: z.string(), ...usageNumbers })),
  /** Those who asked, most requests first. */
  agents: z.array(
    z.object({
      agent_id: z.number(),
      first_name: z.string(),
      last_name: z.string(),
      ...usageNumbers,
      /** When the agent last asked. */
      last_at: nullableTime,
    }),
  ),
});
export type AiUsage = z.output<typeof AiUsage>;

/** The last `days` days, today included; of one agent alone when named. */
export const AiUsageQuery = z.object({
  days: z.preprocess(fromDigits, z.number().int().min(1).max(366)).default(30),
  agent_id: rowId.optional(),
});
export type AiUsageQuery = z.output<typeof AiUsageQuery>;

const manage = { permission: 'ai:manage' } as const;

export const aiRoutes = defineRoutes({
  'ai.prompts': {
    method: 'GET',
    path: '/api/v1/ai/prompts',
    access: 'session',
    encoding: 'none',
    output: z.array(AiPrompt),
    summary: 'The ways to rewrite a text, by title',
  },
  'ai.prompt': {
    method: 'GET',
    path: '/api/v1/ai/prompts/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: AiPromptDetail,
    summary: 'One way to rewrite a text, with its instruction',
  },
  'ai.create_prompt': {
    method: 'POST',
    path: '/api/v1/ai/prompts',
    access: manage,
    encoding: 'json',
    body: AiPromptInput,
    output: AiPromptDetail,
    summary: 'Adds a way to rewrite a text',
  },
  'ai.update_prompt': {
    method: 'PUT',
    path: '/api/v1/ai/prompts/:id',
    access: manage,
    encoding: 'json',
    params: idParams,
    body: AiPromptInput,
    output: AiPromptDetail,
    summary: 'Changes a way to rewrite a text',
  },
  'ai.remove_prompt': {
    method: 'DELETE',
    path: '/api/v1/ai/prompts/:id',
    access: manage,
    encoding: 'none',
    params: idParams,
    output: ok,
    summary: 'Deletes a way to rewrite a text',
  },
  'ai.complete': {
    method: 'POST',
    path: '/api/v1/ai/completion',
    access: 'session',
    encoding: 'form',
    body: AiCompletion,
    output: z.string(),
    summary:
      'Rewrites a text within 9 seconds, else 504; 404 for an unknown prompt, 413 for a text that is too long, 400 for a key that is missing or refused',
  },
  'ai.stream_completion': {
    method: 'POST',
    path: '/api/v1/ai/completion/stream',
    access: 'session',
    encoding: 'json',
    body: AiStreamedCompletion,
    output: fileBody,
    bare: true,
    summary: 'Rewrites a text within 60 seconds and sends it word by word, as server-sent events',
  },
  'ai.summarise': {
    method: 'POST',
    path: '/api/v1/conversations/:uuid/ai/summary',
    access: { permission: 'messages:read' },
    encoding: 'json',
    params: uuidParams,
    output: fileBody,
    bare: true,
    summary: 'Summarises a conversation, as server-sent events',
  },
  'ai.suggest_reply': {
    method: 'POST',
    path: '/api/v1/conversations/:uuid/ai/reply',
    access: { permission: 'messages:read' },
    encoding: 'json',
    params: uuidParams,
    body: AiReplyRequest,
    output: fileBody,
    bare: true,
    summary: 'Suggests a reply by the thread and the macros that fit, as server-sent events; needs messages:write too',
  },
  'ai.status': {
    method: 'GET',
    path: '/api/v1/ai/status',
    access: 'session',
    encoding: 'none',
    output: AiStatus,
    summary: 'What the caller may ask of AI',
  },
  'ai.set_provider': {
    method: 'PUT',
    path: '/api/v1/ai/provider',
    access: manage,
    encoding: 'form',
    body: AiProviderInput,
    output: z.string(),
    summary: "Stores the provider's key, and switches AI on when no provider was set up before",
  },
  'ai.settings': {
    method: 'GET',
    path: '/api/v1/ai/settings',
    access: manage,
    encoding: 'none',
    output: AiSettings,
    summary: 'Provider, masking and budgets, without the key',
  },
  'ai.update_settings': {
    method: 'PUT',
    path: '/api/v1/ai/settings',
    access: manage,
    encoding: 'json',
    body: AiSettingsInput,
    output: AiSettings,
    summary: 'Changes provider, masking and budgets',
  },
  'ai.test': {
    method: 'POST',
    path: '/api/v1/ai/settings/test',
    access: manage,
    encoding: 'json',
    body: AiTestInput,
    output: AiTest,
    summary: 'Asks the provider a short question with settings as stored or given, and saves nothing',
  },
  'ai.usage': {
    method: 'GET',
    path: '/api/v1/ai/usage',
    access: manage,
    encoding: 'none',
    query: AiUsageQuery,
    output: AiUsage,
    summary: 'What was asked, by day and by agent',
  },
});
