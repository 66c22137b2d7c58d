import type { ApiKey, Permission } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';
import { permissionText } from '../roles/index.ts';

/** So many permissions are told at once; more of them open on demand. */
const mostTold = 3;

/** What a key may do, in words; what its agent has lost meanwhile is marked. */
export function KeyScope({ item: { permissions, effective_permissions } }: { item: ApiKey }) {
  if (permissions.length === 0) return <span>{t('api_keys.no_permissions')}</span>;
  const list = (
    <ul>
      {permissions.map((permission) => (
        <li key={permission}>
          {textOf(permission)}
          {!effective_permissions.includes(permission) && <em> ({t('api_keys.lost')})</em>}
        </li>
      ))}
    </ul>
  );
  if (permissions.length <= mostTold) return <div className="api-key-scope">{list}</div>;
  return (
    <details className="api-key-scope">
      <summary>{t('api_keys.permissions', { n: permissions.length }, permissions.length)}</summary>
      {list}
    </details>
  );
}

/** One of a newer version goes by its name. */
function textOf(permission: string): string {
  const key = permissionText[permission as Permission];
  return key ? t(key) : permission;
}
