import { type ErrorCode, errorCodes, type RouteSpec } from '@bellhop/contract';

/** The first part of an error code, and the features (first parts of route names) whose calls can raise it. */
const raisedBy: Record<string, readonly string[]> = {
  activity_log: ['activity_logs'],
  agent: ['agents', 'auth', 'account', 'sessions', 'api_keys', 'conversations', 'roles'],
  ai: ['ai'],
  automation: ['automations'],
  avatar: ['agents', 'contacts'],
  business_hours: ['business_hours', 'teams', 'settings'],
  cause: ['causes'],
  contact: ['contacts', 'contact_notes', 'conversations'],
  contact_note: ['contact_notes'],
  conversation: ['conversations', 'messages', 'causes', 'drafts', 'macros', 'ai'],
  custom_attribute: ['custom_attributes'],
  draft: ['drafts', 'messages'],
  inbox: ['inboxes', 'conversations', 'messages'],
  login: ['auth', 'account', 'login'],
  macro: ['macros'],
  media: ['media', 'settings', 'agents', 'contacts'],
  message: ['messages', 'conversations'],
  notification: ['notifications'],
  oidc: ['oidc'],
  password_link: ['auth'],
  raw_mail: ['inboxes'],
  role: ['roles', 'agents'],
  second_factor: ['account', 'login', 'agents'],
  settings: ['settings'],
  sla: ['sla', 'teams'],
  status: ['statuses'],
  system_mail: ['settings', 'agents', 'auth'],
  tag: ['tags'],
  team: ['teams', 'conversations', 'macros'],
  template: ['templates'],
  view: ['views'],
};
/** Codes that any call can raise, by what it takes. */
const general = ['general', 'input', 'config', 'session', 'permission', 'metrics'];

const prefixOf = (name: string) => name.split('.')[0]!;

/** A header that holds no good key is refused on every call, those included that need none. */
const ofKeys: ReadonlySet<string> = new Set<ErrorCode>([
  'api_key.invalid',
  'api_key.expired',
  'api_key.revoked',
  'api_key.too_many_wrong',
  'api_key.too_many_requests',
]);

/** The codes that a call can answer with, by status. Internal errors and an unreachable database can meet every call and are left out. */
export function codesByStatus(name: string, route: RouteSpec): Map<number, ErrorCode[]> {
  const feature = prefixOf(name);
  const codes = Object.keys(errorCodes).filter((code): code is ErrorCode => {
    const prefix = prefixOf(code);
    if (ofKeys.has(code)) return true;
    if (code === 'api_key.not_allowed') return route.by_key === false;
    if (general.includes(prefix)) return isGeneral(code as ErrorCode, route);
    const features = raisedBy[prefix] ?? [prefix, `${prefix}s`];
    if (!features.includes(feature)) return false;
    return isPossible(code as ErrorCode, route);
  });
  return Map.groupBy(codes, (code) => errorCodes[code].status);
}

function isGeneral(code: ErrorCode, route: RouteSpec): boolean {
  const writes = route.method !== 'GET';
  const shape = route.body && 'shape' in route.body ? (route.body.shape as object) : {};
  switch (code) {
    case 'session.missing':
    case 'session.account_disabled':
      return route.access !== 'public';
    case 'session.not_found':
      return route.path.includes(':session_id');
    case 'session.second_factor_required':
      return route.access !== 'public' && !route.limited;
    case 'session.confirmation_needed':
      return route.limited === true && writes;
    case 'session.csrf':
      return route.access !== 'public' && writes;
    case 'session.origin':
      return route.access === 'public' && writes;
    case 'permission.missing':
      return typeof route.access === 'object';
    case 'permission.not_team_member':
      return route.path.includes('/teams/:id/conversations');
    case 'general.too_many_requests':
      return route.access === 'public';
    case 'input.invalid':
      return route.query !== undefined || route.body !== undefined;
    case 'input.undecodable':
    case 'input.compressed':
      return writes && route.encoding !== 'none';
    case 'input.invalid_id':
      return route.params !== undefined;
    case 'config.changed_meanwhile':
      return 'based_on' in shape;
    case 'config.name_taken':
      return 'based_on' in shape && ('name' in shape || 'key' in shape);
    case 'general.body_too_large':
      return writes && route.encoding !== 'none';
    default:
      return false;
  }
}

/** A read raises what is not found; all else comes of writing. */
function isPossible(code: ErrorCode, route: RouteSpec): boolean {
  // One's own has no id in the address.
  if (code.startsWith('second_factor.')) return route.method !== 'GET';
  // Prompts and conversations are named in bodies too.
  if (route.path.startsWith('/api/v1/ai/completion') && /^(ai|conversation)\..*not_found$/.test(code)) return true;
  if (code.endsWith('not_found'))
    return route.params !== undefined || (route.body !== undefined && errorCodes[code].status === 400);
  if (route.method === 'GET') return code === 'message.no_original' || code === 'events.gone';
  if (route.encoding !== 'multipart' && /^(avatar|media)\./.test(code)) return false;
  return route.body !== undefined || route.params !== undefined || route.file_parts !== undefined;
}
