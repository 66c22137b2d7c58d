export { createMacroHandlers } from './macros.handlers.ts';
export { type ApplicableType, runAction } from './run-action.ts';
export { createMacro, removeMacrosOfTeam } from './save-macro.ts';
