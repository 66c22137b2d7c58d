import type { ConversationListItem } from '@bellhop/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { findRow } from '../list-cache.ts';
import { useTicked } from './selection.ts';
import { useBulk } from './use-bulk.ts';

/** The rows that are ticked, wherever, and what changes all of them. */
export function useTickedRows() {
  const client = useQueryClient();
  const { list, uuids } = useTicked();
  const rows = useMemo(
    () => [...uuids].map((uuid) => findRow(client, uuid)).filter((row) => row !== undefined),
    [client, uuids],
  );
  return { rows, run: useBulk(list, rows) };
}

/** The tags that every row has. */
export function commonTags([first, ...rest]: readonly ConversationListItem[]): readonly string[] {
  return first?.tags.filter((tag) => rest.every(({ tags }) => tags.includes(tag))) ?? [];
}
