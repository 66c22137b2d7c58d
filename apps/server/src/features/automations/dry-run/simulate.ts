import type { ConflictField } from '@bellhop/contract';
import type { RuleAction } from '@bellhop/rules';

/** What actions can change of a conversation. Ids as text, tag names in small letters. */
export interface Held {
  status: string | null;
  priority: string | null;
  assigned_team: string | null;
  assigned_user: string | null;
  sla: string | null;
  tags: ReadonlySet<string>;
}

const fieldOfAction: Partial<Record<string, Exclude<ConflictField, 'tags'>>> = {
  set_status: 'status',
  set_priority: 'priority',
  assign_team: 'assigned_team',
  assign_user: 'assigned_user',
  set_sla: 'sla',
};

const small = (names: readonly string[]) => names.map((name) => name.trim().toLowerCase());

/**
 * Does actions in thought, one after the other. For each in its place whether it would have changed anything; what is sent always does.
 */
export function simulate(actions: readonly RuleAction[], before: Held): boolean[] {
  let held = before;
  return actions.map(({ type, value }) => {
    const after = afterAction(type, value, held);
    if (after === null) return true;
    const isChange = !isSame(held, after);
    held = after;
    return isChange;
  });
}

/** Null for what changes no field. */
function afterAction(type: string, value: readonly string[], held: Held): Held | null {
  const field = fieldOfAction[type];
  if (field) return { ...held, [field]: value[0] ?? null };
  const names = small(value);
  switch (type) {
    case 'add_tags':
      return { ...held, tags: new Set([...held.tags, ...names]) };
    case 'set_tags':
      return { ...held, tags: new Set(names) };
    case 'remove_tags':
      return { ...held, tags: new Set([...held.tags].filter((name) => !names.includes(name))) };
    default:
      return null;
  }
}

function isSame(a: Held, b: Held): boolean {
  const { tags, ...fields } = a;
  const known = Object.keys(fields) as (keyof typeof fields)[];
  return (
    known.every((field) => a[field] === b[field]) &&
    tags.size === b.tags.size &&
    [...tags].every((name) => b.tags.has(name))
  );
}

/** Where two rules that act on the same conversation want different things: a field and what each would have. */
export interface Clash {
  field: ConflictField;
  value: string[];
  other_value: string[];
}

/** All clashes of two rules; none where they agree or touch different fields. */
export function clashesOf(actions: readonly RuleAction[], others: readonly RuleAction[]): Clash[] {
  const clashes: Clash[] = [];
  for (const [type, field] of Object.entries(fieldOfAction)) {
    const [one, other] = [lastOf(actions, type), lastOf(others, type)];
    if (one && other && one.value[0] !== other.value[0]) {
      clashes.push({ field: field!, value: one.value, other_value: other.value });
    }
  }
  const [wanted, unwanted] = [tagsOf(actions), tagsOf(others)];
  if (clash(wanted, unwanted) || clash(unwanted, wanted)) {
    clashes.push({ field: 'tags', value: wanted.named, other_value: unwanted.named });
  }
  return clashes;
}

function lastOf(actions: readonly RuleAction[], type: string): RuleAction | undefined {
  return actions.findLast((action) => action.type === type);
}

interface TagWishes {
  present: Set<string>;
  absent: Set<string>;
  /** No others shall be there. */
  isWhole: boolean;
  named: string[];
}

function tagsOf(actions: readonly RuleAction[]): TagWishes {
  const wishes: TagWishes = { present: new Set(), absent: new Set(), isWhole: false, named: [] };
  for (const { type, value } of actions) {
    if (type !== 'add_tags' && type !== 'set_tags' && type !== 'remove_tags') continue;
    wishes.named.push(...value);
    if (type === 'set_tags') {
      wishes.present.clear();
      wishes.absent.clear();
      wishes.isWhole = true;
    }
    for (const name of small(value)) {
      (type === 'remove_tags' ? wishes.present : wishes.absent).delete(name);
      (type === 'remove_tags' ? wishes.absent : wishes.present).add(name);
    }
  }
  return wishes;
}

/** Whether one wants a tag to be there that the other wants gone. */
function clash(one: TagWishes, other: TagWishes): boolean {
  return [...one.present].some((name) => other.absent.has(name) || (other.isWhole && !other.present.has(name)));
}
