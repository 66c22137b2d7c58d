import { useEffect } from 'react';
import { reportIdle } from '../features/users/index.ts';
import { findCurrentAgent } from '../lib/session.ts';

/** Constants of specification 4 and 9. */
const awayAfterMs = 4 * 60_000;
const checkEveryMs = 30_000;
const storageKey = 'bellhop.active_at';
const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'focus'] as const;

/**
 * After four minutes without activity in any tab, online becomes away; activity while away or offline returns to
 * online. Manual states stay, which the server sees to as well.
 */
export function useIdleAway(): void {
  useEffect(() => {
    let activeAt = Date.now();
    let isReporting = false;
    const report = async (status: 'away' | 'online') => {
      if (isReporting) return;
      isReporting = true;
      await reportIdle(status);
      isReporting = false;
    };
    const onActivity = () => {
      const now = Date.now();
      // Other tabs learn of it, but not for each movement of the pointer.
      if (now - activeAt > 1_000) localStorage.setItem(storageKey, String(now));
      activeAt = now;
      const status = findCurrentAgent()?.availability_status;
      if (status === 'away' || status === 'offline') void report('online');
    };
    const check = () => {
      const anywhereAt = Math.max(activeAt, Number(localStorage.getItem(storageKey) ?? 0));
      if (Date.now() - anywhereAt < awayAfterMs) return;
      if (findCurrentAgent()?.availability_status === 'online') void report('away');
    };
    const timer = setInterval(check, checkEveryMs);
    for (const name of activities) window.addEventListener(name, onActivity, { passive: true });
    return () => {
      clearInterval(timer);
      for (const name of activities) window.removeEventListener(name, onActivity);
    };
  }, []);
}
