import { changeAttributes } from '@bellhop/rules';
import { matchesPattern } from '@bellhop/rules/pattern';
import { AppError } from '../../../core/app-error.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { attributeDefinitions } from '../../custom-attributes/index.ts';
import { lockContactAttributes, patchContactAttributes } from '../../users/index.ts';
import { broadcastProps } from '../broadcasts.ts';
import { patchConversation } from '../conversation-patch.ts';
import type { ConversationRow } from '../conversations.queries.ts';

export interface AttributeInput {
  of: 'conversation' | 'contact';
  mode: 'replace' | 'merge';
  values: Record<string, unknown>;
}

/**
 * Changes the attributes of a conversation or of its contact (settled question 26): replaced as a whole, or merged with null
 * removing a key; only keys that change are checked. Nothing happens when nothing changes. Throws
 * conversation.attribute_invalid naming the key.
 */
export async function setAttributes(
  uow: UnitOfWork,
  conversation: ConversationRow,
  input: AttributeInput,
): Promise<ConversationRow> {
  const isContact = input.of === 'contact';
  const stored = isContact
    ? await lockContactAttributes(uow.db, conversation.contact_id)
    : (conversation.custom_attributes as Record<string, unknown>);
  const definitions = await attributeDefinitions(uow.db, input.of);
  const change = changeAttributes(stored, input.values, input.mode, definitions, matchesPattern);
  if (!change.ok) {
    throw new AppError('conversation.attribute_invalid', {
      params: { field: change.key, reason: change.reason },
      data: { [change.key]: change.reason },
    });
  }
  if (change.changed.length === 0) return conversation;
  let changed = conversation;
  if (isContact) {
    await patchContactAttributes(uow.db, conversation.contact_id, change.values, uow.now);
    broadcastProps(uow, conversation, { 'contact.custom_attributes': change.values });
    const fields = change.changed.map((key) => `custom_attributes.${key}`);
    await uow.publish({ kind: 'contact.updated', contact_id: conversation.contact_id, fields });
  } else {
    changed = await patchConversation(uow, conversation, { custom_attributes: JSON.stringify(change.values) });
    broadcastProps(uow, changed, { custom_attributes: change.values });
  }
  await uow.publish({
    kind: 'conversation.attributes_changed',
    conversation_id: conversation.id,
    keys: change.changed,
    of: input.of,
  });
  return changed;
}
