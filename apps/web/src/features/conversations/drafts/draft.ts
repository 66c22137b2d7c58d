import type { DraftContent, DraftFields, MacroAction } from '@bellhop/contract';
import type { Recipients } from '@bellhop/rules/reply-recipients';

export type ComposeMode = 'reply' | 'note';

/** In the place of a conversation's uuid: the conversation that is being started. Its mode is `reply`. */
export const newConversation = 'new-conversation';

export const composeModes: readonly ComposeMode[] = ['reply', 'note'];

/** An uploaded file that waits to be sent; `id` is what the message lists. */
export interface DraftFile {
  id: number;
  uuid: string;
  filename: string;
  size: number;
  content_type: string;
}

/** A macro that was inserted, and those of its actions that shall run when the text is sent. */
export interface DraftMacro {
  id: number;
  name: string;
  actions: readonly MacroAction[];
}

/**
 * What is being written in one conversation and mode. `recipients` is null until somebody changes the proposed ones; `typed` is
 * what stands half-typed in their fields. `attempt` names the sending of this very text that failed or got no answer: sent
 * again under that name it is stored once.
 */
export interface Draft {
  html: string;
  recipients: Recipients | null;
  files: readonly DraftFile[];
  macro: DraftMacro | null;
  typed: Readonly<Partial<Record<keyof Recipients, string>>>;
  attempt: string | null;
  /** What only the dialog for a new conversation has. */
  fields: DraftFields | null;
}

export const emptyDraft: Draft = {
  html: '',
  recipients: null,
  files: [],
  macro: null,
  typed: {},
  attempt: null,
  fields: null,
};

/** Whether there is nothing that could be lost. */
export function isEmptyDraft({ html, recipients, files, macro, typed, fields }: Draft): boolean {
  const isTyped = Object.values(typed).some((text) => text !== '');
  const isFilled = Object.values(fields ?? {}).some((value) => typeof value === 'string' && value.trim() !== '');
  return (
    isEmptyHtml(html) && recipients === null && files.length === 0 && !macro?.actions.length && !isTyped && !isFilled
  );
}

/** Whether the editor's HTML has neither text nor a picture nor a line. */
export function isEmptyHtml(html: string): boolean {
  return (
    !/<(?:img|hr)\b/.test(html) &&
    html
      .replace(/<[^>]*>/g, '')
      .replace(/&nbsp;/g, ' ')
      .trim() === ''
  );
}

/** The HTML without the empty lines at its end, which the editor puts behind lists and tables. */
export function withoutEmptyEnd(html: string): string {
  return html.replace(/(?:<p>(?:<br[^>]*>|&nbsp;|\s)*<\/p>)+$/, '');
}

/** A text that comes back, before what has been written in the meantime; no file twice. */
export function joinDrafts(first: Draft, second: Draft): Draft {
  if (isEmptyDraft(second)) return first;
  const known = new Set(first.files.map((file) => file.uuid));
  return {
    html: isEmptyHtml(second.html) ? first.html : isEmptyHtml(first.html) ? second.html : first.html + second.html,
    recipients: first.recipients ?? second.recipients,
    files: [...first.files, ...second.files.filter((file) => !known.has(file.uuid))],
    macro: second.macro ?? first.macro,
    typed: { ...first.typed, ...second.typed },
    attempt: null,
    fields: second.fields ?? first.fields,
  };
}

/** A draft with changes. What would be sent is another text then, and no longer the one that an attempt has named. */
export function changedDraft(draft: Draft, patch: Partial<Draft>): Draft {
  const isOther = (['html', 'recipients', 'files', 'macro', 'fields'] as const).some(
    (key) => key in patch && patch[key] !== draft[key],
  );
  return { ...draft, ...(isOther ? { attempt: null } : {}), ...patch };
}

/** What the server is given of a draft. */
export function contentOf({ html, recipients, files, macro, typed, fields }: Draft): DraftContent {
  return {
    html,
    recipients,
    files: [...files],
    macro: macro && { ...macro, actions: [...macro.actions] },
    typed,
    fields,
  };
}

/** A draft as the server has kept it. */
export function draftOf({ html, recipients, files, macro, typed, fields }: DraftContent): Draft {
  const words = Object.entries(typed).filter(([, text]) => text !== undefined);
  return { html, recipients, files, macro, typed: Object.fromEntries(words), attempt: null, fields };
}

/** The same text for the same content, whatever order its members have. */
export function fingerprint({ html, recipients, files, macro, typed, fields }: Draft): string {
  return JSON.stringify([
    html,
    recipients && [recipients.to, recipients.cc, recipients.bcc],
    files.map(({ uuid }) => uuid),
    macro && [macro.id, macro.actions.map(({ type, value }) => [type, value])],
    [typed.to || '', typed.cc || '', typed.bcc || ''],
    Object.entries(fields ?? {})
      .filter(([, value]) => value !== undefined && value !== '' && value !== null)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
