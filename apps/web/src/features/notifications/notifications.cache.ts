import type { FrameData } from '@bellhop/contract';
import type { QueryClient } from '@tanstack/react-query';
import { t } from '../../lib/i18n.ts';
import { announce } from '../../ui/announce.ts';
import { askAnew, showRead } from './notifications.api.ts';

/** Frame `notification`: something was told, or read here or in another tab. */
export function applyNotification(client: QueryClient, { change, ids }: FrameData<'notification'>): void {
  if (change === 'read') showRead(client, ids);
  else if (document.visibilityState === 'visible') announce(t('notifications.new'));
  askAnew(client);
}
