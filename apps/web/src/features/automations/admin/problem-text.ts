import type { RuleProblemCode } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';

/** Why a part of a rule cannot work, in the reader's language. */
export function problemText(code: RuleProblemCode): string {
  switch (code) {
    case 'no_conditions':
    case 'no_actions':
    case 'status_needs_time':
      return t(`automation.problem.${code}`);
    case 'value_no_number':
      return t('globals.messages.mustBeNumber');
    case 'value_no_date':
      return t('automation.problem.date');
    case 'field_missing':
    case 'operator_missing':
    case 'value_missing':
    case 'value_no_boolean':
      return t('automation.problem.condition_incomplete');
    case 'value_no_duration':
    case 'notice_too_long':
    case 'recipient_unknown':
    case 'notice_incomplete':
    case 'action_value_missing':
    case 'action_one_value':
      return t('automation.problem.action_incomplete');
    case 'too_many_groups':
    case 'type_unknown':
    case 'field_unknown':
    case 'field_not_for_type':
    case 'operator_not_for_field':
    case 'action_unknown':
      return t('automation.problem.misfit');
    default:
      return t('automation.problem.gone');
  }
}
