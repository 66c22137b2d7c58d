export { createMacroHandlers } from './macros.handlers.ts';
export { createMacro, removeMacrosOfTeam } from './save-macro.ts';
