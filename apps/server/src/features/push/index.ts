export { createPushHandlers } from './push.handlers.ts';
export { queuePush } from './queue-push.ts';
export { startPushes } from './start-pushes.ts';
