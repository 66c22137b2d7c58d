import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { tagsByName } from '../../tags/index.ts';
import { broadcastTags } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';
import { addActivity } from '../thread/add-activity.ts';
import { deleteTags, insertTags, listTags } from './tags.queries.ts';

/** `set` replaces the tags, the others add and remove. */
export type TagsMode = 'set' | 'add' | 'remove';

/**
 * Changes the tags by name; unknown names are ignored. One activity per tag really removed, then per tag really added, and one
 * frame with the whole list (behaviour 3.9, wire B 1.10); nothing when nothing changes.
 */
export async function setTags(
  uow: UnitOfWork,
  conversation: ConversationRow,
  names: readonly string[],
  mode: TagsMode = 'set',
): Promise<ConversationRow> {
  const given = await tagsByName(uow.db, [...names]);
  const present = await listTags(uow.db, conversation.id);
  const isGiven = (tag: { id: number }) => given.some((one) => one.id === tag.id);
  const isPresent = (tag: { id: number }) => present.some((one) => one.id === tag.id);
  const removed = mode === 'add' ? [] : present.filter((tag) => isGiven(tag) === (mode === 'remove'));
  const added = mode === 'remove' ? [] : given.filter((tag) => !isPresent(tag));
  if (removed.length === 0 && added.length === 0) return conversation;
  await deleteTags(uow.db, conversation.id, removed);
  await insertTags(uow.db, conversation.id, added);
  const changed = await patchConversation(uow, conversation, {});
  for (const tag of removed)
    await addActivity(uow, changed, { activity_type: 'tag_removed', params: { tag: tag.name } });
  for (const tag of added) await addActivity(uow, changed, { activity_type: 'tag_added', params: { tag: tag.name } });
  const namesNow = (await listTags(uow.db, conversation.id)).map((tag) => tag.name);
  broadcastTags(uow, changed, namesNow);
  await uow.publish({
    kind: 'conversation.tags_changed',
    conversation_id: conversation.id,
    added: added.map((tag) => tag.name),
    removed: removed.map((tag) => tag.name),
  });
  return changed;
}
