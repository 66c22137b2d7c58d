import type { Permission } from '@bellhop/contract';
import { type TextKey, t } from '../../../lib/i18n.ts';
import { permissionText } from '../../roles/index.ts';

/** Members that have a name in the product's words. */
const names: Readonly<Record<string, TextKey>> = {
  name: 'globals.terms.name',
  description: 'globals.terms.description',
  email: 'globals.terms.email',
  first_name: 'globals.terms.firstName',
  last_name: 'globals.terms.lastName',
  enabled: 'globals.terms.enabled',
  timezone: 'globals.terms.timezone',
  body: 'globals.terms.body',
  host: 'globals.terms.host',
  port: 'globals.terms.port',
  username: 'globals.terms.username',
  password: 'globals.terms.password',
  provider: 'globals.terms.provider',
  key: 'globals.terms.key',
  values: 'globals.terms.listValues',
  applies_to: 'globals.terms.appliesTo',
  is_default: 'globals.terms.isDefault',
};

/** What a member is called: in the product's words, else its own name without the marks between. */
export function memberName(path: readonly string[]): string {
  return path.map(partName).join(' › ');
}

function partName(part: string): string {
  const known = Object.hasOwn(names, part) ? names[part] : undefined;
  if (known) return t(known, {}, 1);
  const words = part.replace(/^app\.|^notification\./, '').replaceAll(/[._]+/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A word of a list as people say it: permissions have plain words, everything else stands for itself. */
export function wordOf(path: readonly string[], word: string): string {
  const isPermission = path.at(-1) === 'permissions' && Object.hasOwn(permissionText, word);
  return isPermission ? t(permissionText[word as Permission]) : word;
}
