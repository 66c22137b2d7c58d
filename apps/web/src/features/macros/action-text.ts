import type { MacroAction } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';

/** What an action of a macro will do, in a few words: "Status: Resolved", "Add tags: refund, vip". */
export function actionText({ type, value, display_value }: MacroAction): string {
  const names = (display_value.length > 0 ? display_value : value).join(', ');
  switch (type) {
    case 'assign_team':
      return t('macro.action.assign_team', { name: names });
    case 'assign_user':
      return t('macro.action.assign_user', { name: names });
    case 'set_status':
      return t('macro.action.set_status', { name: names });
    case 'set_priority':
      return t('macro.action.set_priority', { name: names });
    case 'set_sla':
      return t('macro.action.set_sla', { name: names });
    case 'add_tags':
      return t('macro.action.add_tags', { names });
    case 'set_tags':
      return t('macro.action.set_tags', { names });
    case 'remove_tags':
      return t('macro.action.remove_tags', { names });
    case 'send_private_note':
      return t('macro.action.send_private_note');
    case 'send_reply':
      return t('macro.action.send_reply');
  }
}
