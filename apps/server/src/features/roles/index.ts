export { demandRoles } from './demand-roles.ts';
export { createRoleHandlers } from './roles.handlers.ts';
