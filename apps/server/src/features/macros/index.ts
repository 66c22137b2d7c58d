export { createMacroHandlers } from './macros.handlers.ts';
export { listMacros } from './read-macros.ts';
export { runAction } from './run-action.ts';
export { createMacro, removeMacrosOfTeam } from './save-macro.ts';
