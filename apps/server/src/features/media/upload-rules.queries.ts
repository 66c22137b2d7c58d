import type { Reader } from '../../db/types.ts';

/** What the general settings say about files (wire A 10.1). */
export interface UploadRules {
  root_url: string;
  /** One MB is 1,048,576 bytes. */
  max_file_upload_size: number;
  /** Extensions without dot, or `*`. */
  allowed_file_upload_extensions: string[] | null;
}

/** Reads the settings rows themselves, because the settings feature stands in the same row of the import order. */
export async function loadUploadRules(db: Reader): Promise<UploadRules> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['app.root_url', 'app.max_file_upload_size', 'app.allowed_file_upload_extensions'])
    .execute();
  const values = new Map(rows.map((row) => [row.key, row.value]));
  const extensions = values.get('app.allowed_file_upload_extensions');
  return {
    root_url: String(values.get('app.root_url') ?? 'http://localhost:9000'),
    max_file_upload_size: Number(values.get('app.max_file_upload_size') ?? 20),
    allowed_file_upload_extensions: Array.isArray(extensions) ? extensions.map(String) : null,
  };
}
