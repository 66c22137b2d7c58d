export { PermissionsField } from './admin/PermissionsField.tsx';
export { permissionText } from './admin/permission-groups.ts';
export { roleQueries } from './roles.api.ts';
