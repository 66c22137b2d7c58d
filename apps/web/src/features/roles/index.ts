export { PermissionGroups } from './admin/PermissionGroups.tsx';
export { permissionText } from './admin/permission-groups.ts';
export { roleQueries } from './roles.api.ts';
