import { changeOf } from '@bellhop/contract';
import { fillText, type LanguagePack } from '../../http/texts.ts';

/** What of an entry its text is made of. */
export interface Describable {
  activity_type: string;
  params: Record<string, unknown>;
  actor_id: number | null;
  target_model_type: string;
  target_model_id: number;
}

/**
 * What was done, in the language of the pack, made from type and parameters when it is read: `deed` alone, `description` with who did
 * it. A type that a newer version has written is told by its name.
 */
export function describeActivity(pack: LanguagePack, entry: Describable): { deed: string; description: string } {
  const deed = deedOf(pack, entry);
  const actor = nameOf(entry.params.actor_email, entry.actor_id);
  return { deed, description: fillText(pack['activity_log.description'] ?? '{actor}: {deed}', { actor, deed }) };
}

function deedOf(pack: LanguagePack, entry: Describable): string {
  const { activity_type: type, params } = entry;
  const change = changeOf(type);
  const key = change ? `activity_log.${change.deed}` : `activity_log.${type}${variantOf(entry)}`;
  const text = pack[key];
  if (text === undefined) return type;
  const isExport = type === 'export' && typeof params.what === 'string';
  return fillText(text, {
    kind: change ? (pack[`activity_log.entity.${change.entity}`] ?? change.entity) : '',
    name: textOf(params.name),
    address: textOf(params.address),
    target: nameOf(params.target_email, entry.target_model_id),
    what: isExport ? (pack[`activity_log.exported.${params.what}`] ?? textOf(params.what)) : '',
  });
}

/** Which of a type's texts: refused sign-ins and links tell why, second factors of what kind they are, others to whom something was done. */
function variantOf({ activity_type, params, actor_id, target_model_id }: Describable): string {
  if (activity_type === 'agent_login_failed') return `.${textOf(params.reason)}`;
  if (activity_type === 'agent_password_requested' && params.reason !== undefined) return `.${textOf(params.reason)}`;
  if (factorDeeds.has(activity_type) && params.method === 'totp') return '.totp';
  const isSelf = actor_id === target_model_id;
  return !isSelf && selfOrOther.has(activity_type) ? '.other' : '';
}

/** Types that have a second text for what was done to another agent. */
const selfOrOther: ReadonlySet<string> = new Set([
  'agent_online',
  'agent_away',
  'agent_away_reassigned',
  'agent_password_set',
  'agent_sessions_ended',
  'api_key_revoked',
]);

const factorDeeds: ReadonlySet<string> = new Set(['agent_second_factor_added', 'agent_second_factor_removed']);

function nameOf(email: unknown, id: number | null): string {
  return [textOf(email), id === null ? '' : `(#${id})`].filter(Boolean).join(' ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
