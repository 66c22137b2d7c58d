/** error_type values of the envelope and their usual HTTP status (wire A 2.3). */
export type ErrorType =
  | 'GeneralException'
  | 'PermissionException'
  | 'InputException'
  | 'DataException'
  | 'NetworkException'
  | 'NotFoundException'
  | 'ConflictException'
  | 'UnauthorizedException';

interface ErrorSpec {
  status: number;
  error_type: ErrorType;
}

const input = { status: 400, error_type: 'InputException' } as const;
const notFound = { status: 404, error_type: 'NotFoundException' } as const;
const conflict = { status: 409, error_type: 'ConflictException' } as const;

/**
 * THE list of error codes. The text shown to people is `errors.<code>` of the language pack, with the placeholders
 * that the thrower gives. Dotted codes name the feature first.
 */
export const errorCodes = {
  'general.internal': { status: 500, error_type: 'GeneralException' },
  'general.route_not_found': { status: 404, error_type: 'GeneralException' },
  'general.method_not_allowed': { status: 405, error_type: 'GeneralException' },
  'general.body_too_large': { status: 413, error_type: 'GeneralException' },
  'general.too_many_requests': { status: 429, error_type: 'GeneralException' },
  'general.unavailable': { status: 503, error_type: 'GeneralException' },
  'input.invalid': input,
  'input.undecodable': input,
  'input.invalid_id': input,
  'input.compressed': { status: 415, error_type: 'InputException' },
  'config.changed_meanwhile': conflict,
  'config.name_taken': conflict,
  'session.missing': { status: 401, error_type: 'GeneralException' },
  'session.account_disabled': { status: 401, error_type: 'PermissionException' },
  'session.csrf': { status: 403, error_type: 'PermissionException' },
  'session.not_found': notFound,
  'session.origin': { status: 403, error_type: 'PermissionException' },
  'permission.missing': { status: 403, error_type: 'PermissionException' },
  'permission.not_team_member': { status: 403, error_type: 'PermissionException' },
  'login.failed': { status: 401, error_type: 'UnauthorizedException' },
  'login.disabled': { status: 403, error_type: 'PermissionException' },
  'login.too_many': { status: 429, error_type: 'GeneralException' },
  'metrics.forbidden': { status: 403, error_type: 'PermissionException' },
  'activity_log.not_found': notFound,
  'password_link.signed_in': input,
  'password_link.invalid': input,
  'agent.not_found': notFound,
  'agent.not_assignable': input,
  'agent.password_weak': input,
  'agent.password_wrong': input,
  'agent.email_taken': conflict,
  'agent.last_admin': input,
  'agent.own_account': input,
  'agent.is_system': input,
  'agent.role_exceeds': { status: 403, error_type: 'PermissionException' },
  'agent.may_do_more': { status: 403, error_type: 'PermissionException' },
  'avatar.type_not_allowed': input,
  'avatar.too_large': input,
  'avatar.unreadable': input,
  'contact.not_found': notFound,
  'contact.email_taken': input,
  'contact.attribute_invalid': input,
  'contact_note.not_found': notFound,
  'contact_note.empty': input,
  'contact_note.not_own': { status: 403, error_type: 'InputException' },
  'team.not_found': input,
  'business_hours.not_found': notFound,
  'sla.not_found': notFound,
  'role.not_found': notFound,
  'role.protected': input,
  'role.name_taken': input,
  'role.exceeds': { status: 403, error_type: 'PermissionException' },
  'inbox.not_found': input,
  'inbox.disabled': input,
  'inbox.from_invalid': input,
  'raw_mail.not_found': notFound,
  'conversation.not_found': notFound,
  'conversation.status_unknown': input,
  'conversation.snooze_duration': input,
  'conversation.resolve_needs_assignee': input,
  'conversation.priority_unknown': input,
  'conversation.attribute_invalid': input,
  'conversation.change_failed': { status: 500, error_type: 'GeneralException' },
  'status.not_found': notFound,
  'status.fixed': input,
  'status.in_use': input,
  'status.category_in_use': input,
  'tag.not_found': notFound,
  'custom_attribute.not_found': notFound,
  'template.not_found': notFound,
  'template.default_exists': conflict,
  'template.builtin': { status: 403, error_type: 'PermissionException' },
  'settings.picture_unreadable': input,
  'settings.picture_too_large': input,
  'system_mail.off': input,
  'view.not_found': notFound,
  'view.too_many': input,
  'automation.not_found': notFound,
  'macro.not_found': notFound,
  'macro.empty': input,
  'macro.action_invalid': input,
  'macro.action_twice': input,
  'macro.action_not_applicable': { status: 403, error_type: 'PermissionException' },
  'macro.all_failed': { status: 500, error_type: 'GeneralException' },
  'ai.prompt_not_found': notFound,
  'ai.text_too_long': { status: 413, error_type: 'GeneralException' },
  'ai.no_provider': input,
  'message.not_found': notFound,
  'message.no_original': notFound,
  'message.empty': input,
  'message.no_recipient': input,
  'message.recipient_invalid': input,
  'message.too_many_recipients': input,
  'message.only_own_addresses': input,
  'message.too_large': { status: 413, error_type: 'GeneralException' },
  'message.attachment_unavailable': input,
  'message.not_retryable': input,
  'message.newer_exists': conflict,
  'message.not_own': { status: 403, error_type: 'PermissionException' },
  'message.already_left': conflict,
  'message.not_undoable': conflict,
  'message.status_not_with_send': input,
  'draft.newer_exists': conflict,
  'draft.too_large': { status: 413, error_type: 'GeneralException' },
  'media.no_file': input,
  'media.empty_file': input,
  'media.extension_not_allowed': input,
  'media.too_large': { status: 413, error_type: 'GeneralException' },
  'media.not_found': notFound,
  'notification.not_found': notFound,
  'oidc.not_found': notFound,
  'oidc.not_encrypted': input,
  'oidc.private_address': input,
  'oidc.unreachable': input,
  'oidc.too_slow': input,
  'oidc.no_document': input,
  'oidc.other_issuer': input,
  'oidc.incomplete': input,
  'webhook.not_found': notFound,
  'webhook.delivery_not_found': notFound,
  'webhook.private_address': input,
  'webhook.inbox_unknown': input,
  'webhook.is_off': conflict,
  'webhook.delivery_waits': conflict,
  'events.gone': { status: 410, error_type: 'DataException' },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof errorCodes;

/** THE list of warnings: what went through, yet may not be what was meant. Each is the key of its text in the language pack. */
export const warningCodes = [
  'warnings.welcome_mail_off',
  'warnings.agent_cannot_read',
  'warnings.mention_cannot_read',
] as const;
export type WarningCode = (typeof warningCodes)[number];
