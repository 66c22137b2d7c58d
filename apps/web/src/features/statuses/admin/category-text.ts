import type { StatusCategory } from '@bellhop/contract';
import { type TextKey, t } from '../../../lib/i18n.ts';

/** What each category means, for a list and for a choice. */
const texts = {
  open: ['admin.statuses.open', 'admin.statuses.open.means'],
  waiting: ['admin.statuses.waiting', 'admin.statuses.waiting.means'],
  resolved: ['admin.statuses.resolved', 'admin.statuses.resolved.means'],
} as const satisfies Record<StatusCategory, readonly [TextKey, TextKey]>;

/** A category's name. */
export function categoryName(category: StatusCategory): string {
  return t(texts[category][0]);
}

/** What it means for a conversation to have a status of the category. */
export function categoryMeaning(category: StatusCategory): string {
  return t(texts[category][1]);
}
