import type { Subscribers } from '../core/unit-of-work.ts';

/** Domain event to who reacts inside its transaction. The change log records every event by itself. */
export const subscribers: Subscribers = {};
