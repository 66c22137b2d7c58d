export { createMacroHandlers } from './macros.handlers.ts';
export { createMacro } from './save-macro.ts';
