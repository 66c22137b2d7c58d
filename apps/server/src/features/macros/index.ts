export { createMacroHandlers } from './macros.handlers.ts';
