export { createRoleHandlers } from './roles.handlers.ts';
export { holdRolesByName, type RoleRow } from './roles.queries.ts';
