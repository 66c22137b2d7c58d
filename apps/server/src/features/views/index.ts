export { createView } from './save-view.ts';
export { createViewHandlers } from './views.handlers.ts';
