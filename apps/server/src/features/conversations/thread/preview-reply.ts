import { expandVariables, variableTexts } from '@bellhop/rules';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { sanitizeComposedHtml } from '../../../lib/html-composed.ts';
import { toOutgoingHtml } from '../../../lib/html-outgoing.ts';
import { wrapMail } from '../../templates/index.ts';
import { loadVisible } from '../access.ts';
import { variableValues } from './variable-values.ts';

/** A reply as its reader would get it, in the default template; nothing is stored. Throws conversation.not_found. */
export async function previewReply(deps: Deps, actor: Actor, uuid: string, message: string): Promise<{ html: string }> {
  const conversation = await loadVisible(deps.db, actor, uuid);
  const values = await variableValues(deps.db, conversation, actor);
  const written = expandVariables(sanitizeComposedHtml(message), values);
  return { html: await wrapMail(deps, toOutgoingHtml(written), variableTexts(values)) };
}
