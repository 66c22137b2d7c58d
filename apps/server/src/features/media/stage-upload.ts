import { AppError } from '../../core/app-error.ts';
import type { Deps } from '../../core/deps.ts';
import type { StageUpload } from '../../http/request-context.ts';
import { TooManyBytesError } from '../../lib/staging.ts';
import { loadUploadRules } from './upload-rules.queries.ts';

const bytesPerMegabyte = 1_048_576;

/** Stages uploads up to the size that the settings allow. Throws `media.too_large`, which names it (wire A 14.1). */
export function createStageUpload(deps: Pick<Deps, 'db' | 'storage'>): StageUpload {
  return async (bytes) => {
    const { max_file_upload_size: size } = await loadUploadRules(deps.db);
    try {
      return await deps.storage.stage(bytes, size * bytesPerMegabyte);
    } catch (error) {
      if (!(error instanceof TooManyBytesError)) throw error;
      throw new AppError('media.too_large', { params: { size }, cause: error });
    }
  };
}
