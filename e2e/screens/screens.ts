import { accountScreens } from './account.ts';
import { deskScreens } from './admin-desk.ts';
import { engineScreens } from './admin-engines.ts';
import { systemScreens } from './admin-system.ts';
import { aiScreens } from './ai.ts';
import { inboxScreens } from './inbox.ts';
import { reportScreens } from './reports.ts';
import type { Screen } from './steps.ts';

/** Every screen that is kept under docs/screens, each reached from an address so that one can be taken alone. */
export const screens: readonly Screen[] = [
  ...inboxScreens,
  ...accountScreens,
  ...deskScreens,
  ...engineScreens,
  ...systemScreens,
  ...aiScreens,
  ...reportScreens,
];
