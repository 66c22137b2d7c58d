import type { GeneralSettings } from '@bellhop/contract';
import type { TextKey } from '../../lib/i18n.ts';

type UploadRules = Pick<GeneralSettings, 'app.max_file_upload_size' | 'app.allowed_file_upload_extensions'>;

const mb = 1024 * 1024;

/**
 * Why the server would refuse a file, as the key of its text, or undefined (wire A 14.1): so nobody waits for an upload
 * that cannot succeed. The list of extensions may hold `*`; empty or missing it allows nothing.
 */
export function fileProblem(file: Pick<File, 'name' | 'size'>, rules: UploadRules): TextKey | undefined {
  if (file.size === 0) return 'errors.media.empty_file';
  if (file.size > rules['app.max_file_upload_size'] * mb) return 'errors.media.too_large';
  const allowed = rules['app.allowed_file_upload_extensions'] ?? [];
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? '';
  return allowed.includes('*') || allowed.includes(extension) ? undefined : 'errors.media.extension_not_allowed';
}
