import type { mediaRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { uploadFile } from './upload.ts';

export function createMediaHandlers(deps: Deps): Handlers<typeof mediaRoutes> {
  return {
    'media.upload': ({ actor, file, body }) => uploadFile(deps, actor, file, { is_inline: body.inline === 'true' }),
  };
}
