import type { GeneralSettings } from '@bellhop/contract';
import type { TextKey } from '../../lib/i18n.ts';

type UploadRules = Pick<GeneralSettings, 'app.max_file_upload_size' | 'app.allowed_file_upload_extensions'>;

/** Key of a text and what it names. */
export interface FileProblem {
  key: TextKey;
  named: Record<string, string | number>;
}

const mb = 1024 * 1024;

/**
 * Why the server would refuse a file, with the limit, or undefined (wire A 14.1): so nobody waits for an upload that cannot
 * succeed. The list of extensions may hold `*`; empty or missing it allows nothing.
 */
export function fileProblem(file: Pick<File, 'name' | 'size'>, rules: UploadRules): FileProblem | undefined {
  const size = rules['app.max_file_upload_size'];
  if (file.size === 0) return { key: 'errors.media.empty_file', named: {} };
  if (file.size > size * mb) return { key: 'errors.media.too_large', named: { size } };
  const allowed = rules['app.allowed_file_upload_extensions'] ?? [];
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  if (allowed.includes('*') || allowed.includes(extension)) return undefined;
  return allowed.length > 0
    ? { key: 'media.type_not_allowed', named: { list: allowed.join(', ') } }
    : { key: 'errors.media.extension_not_allowed', named: {} };
}
