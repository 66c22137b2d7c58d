import type { Conversation } from '@bellhop/contract';
import { memo, useMemo, useRef } from 'react';
import { DayLine } from './DayLine.tsx';
import { EventRun } from './EventLine.tsx';
import { type EntryGroup, groupEntries, guessGroupHeight } from './group-entries.ts';
import { MessageItem } from './MessageItem.tsx';
import type { FindSender } from './senders.ts';
import type { ThreadEntry } from './thread-entries.ts';

interface GroupProps {
  /** Key of the entry that somebody has just been led to. */
  target: string | undefined;
  uuid: string;
  contact: Conversation['contact'];
  findSender: FindSender;
}

/**
 * The entries of a thread in groups: the browser leaves out those that are far away while it scrolls, and still finds and
 * reads their text. By itself, so that a new status or assignee does not walk through two thousand messages.
 */
export const EntryGroups = memo(function EntryGroups({
  entries,
  target,
  ...rest
}: GroupProps & { entries: readonly ThreadEntry[] }) {
  const before = useRef<readonly EntryGroup[]>([]);
  const groups = useMemo(() => {
    const made = groupEntries(before.current, entries);
    before.current = made;
    return made;
  }, [entries]);
  return groups.map((group) => (
    <Group
      key={group.key}
      group={group}
      target={group.entries.some(({ key }) => key === target) ? target : undefined}
      {...rest}
    />
  ));
});

const Group = memo(function Group({ group, target, uuid, contact, findSender }: GroupProps & { group: EntryGroup }) {
  return (
    <div className="entry-group" style={{ containIntrinsicBlockSize: `auto ${guessGroupHeight(group)}px` }}>
      {group.entries.map((entry) => (
        <div key={entry.key} data-entry={entry.key} className={entry.key === target ? 'is-target' : undefined}>
          {entry.kind === 'day' ? (
            <DayLine at={entry.at} />
          ) : entry.kind === 'events' ? (
            <EventRun events={entry.events} findSender={findSender} />
          ) : (
            <MessageItem message={entry.message} conversation_uuid={uuid} contact={contact} findSender={findSender} />
          )}
        </div>
      ))}
    </div>
  );
});
