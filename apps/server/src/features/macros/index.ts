export { createMacroHandlers } from './macros.handlers.ts';
export { runAction } from './run-action.ts';
export { createMacro, removeMacrosOfTeam } from './save-macro.ts';
