import type { ConversationListItem } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../../lib/i18n.ts';
import { announce } from '../../../ui/announce.ts';
import { toast } from '../../../ui/toast.ts';
import { type BulkChange, changeMany, mostAtOnce } from '../bulk-changes.ts';
import { addTicks, dropTicks } from './selection.ts';

/**
 * Changes all given rows of a list. One toast says how many were refused and why; those stay ticked. More than 500 are
 * refused before anything happens.
 */
export function useBulk(list: string, targets: readonly ConversationListItem[]) {
  const client = useQueryClient();
  /** `isStaying`: the ticks stay, for a choice of several in a row. */
  return async (change: BulkChange, { isStaying = false } = {}): Promise<void> => {
    const uuids = targets.map(({ uuid }) => uuid);
    const wasTicked = targets.length > 1;
    if (uuids.length === 0) return;
    if (uuids.length > mostAtOnce) {
      toast.error(t('selection.too_many', { n: mostAtOnce }));
      return;
    }
    const changing = changeMany(client, uuids, change);
    if (!isStaying) dropTicks(uuids);
    const failure = await changing;
    const n = uuids.length - (failure?.uuids.length ?? 0);
    if (n > 0) announce(t('selection.changed', { n }, n));
    if (!failure) return;
    if (wasTicked) addTicks(list, failure.uuids);
    const failed = failure.uuids.length;
    toast.error(
      uuids.length === 1 ? failure.reasons[0]! : t('selection.failed', { n: failed, total: uuids.length }, failed),
      uuids.length === 1 ? {} : { description: failure.reasons.join('\n') },
    );
  };
}
