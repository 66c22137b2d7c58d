import type { AvailabilityStatus } from '@bellhop/contract';
import { t } from '../../../lib/i18n.ts';

/** What people call an availability. */
export function availabilityName(status: AvailabilityStatus): string {
  if (status === 'online') return t('globals.terms.online', {}, 1);
  if (status === 'offline') return t('globals.terms.offline', {}, 1);
  return status === 'away_and_reassigning' ? t('globals.terms.awayReassigning') : t('globals.terms.away', {}, 1);
}

/** The dot that stands for it: green online, amber any away, grey offline (specification 4). */
export function availabilityDot(status: AvailabilityStatus): 'good' | 'warn' | 'off' {
  return status === 'online' ? 'good' : status === 'offline' ? 'off' : 'warn';
}
