import type { ReplyScope } from '@bellhop/rules/reply-recipients';
import { useState } from 'react';
import { findCurrentAgent } from '../../../../lib/session.ts';

/** So many conversations are remembered; the choice falls back to everybody in those that were answered before them. */
const mostKept = 200;

/**
 * Whether replies of a conversation go to everybody on the last mail, which is the rule (wire B 3.7), or to one person. The choice
 * sticks to the conversation, on this device.
 */
export function useReplyScope(uuid: string): [scope: ReplyScope, choose: (scope: ReplyScope) => void] {
  const [scope, setScope] = useState<ReplyScope>(() => (toOne().includes(uuid) ? 'reply' : 'reply_all'));
  const choose = (next: ReplyScope) => {
    const others = toOne().filter((one) => one !== uuid);
    const kept = next === 'reply' ? [uuid, ...others].slice(0, mostKept) : others;
    localStorage.setItem(storageKey(), JSON.stringify(kept));
    setScope(next);
  };
  return [scope, choose];
}

/** The conversations whose replies go to one person. */
function toOne(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey()) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch (error) {
    console.warn(error);
    return [];
  }
}

function storageKey(): string {
  return `bellhop.reply_to_one.${findCurrentAgent()?.id ?? 0}`;
}
