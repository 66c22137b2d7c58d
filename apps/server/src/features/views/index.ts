export { createViewHandlers } from './views.handlers.ts';
