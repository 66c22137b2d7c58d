import type { mediaRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { uploadFile } from './upload.ts';

/** The part is called `files`, and `file` is taken too (settled question 22). */
const partNames = ['files', 'file'];

export function createMediaHandlers(deps: Deps): Handlers<typeof mediaRoutes> {
  return {
    'media.upload': ({ actor, files, body }) =>
      uploadFile(
        deps,
        actor,
        files.find((file) => partNames.includes(file.field)),
        { is_inline: body.inline === 'true' },
      ),
  };
}
