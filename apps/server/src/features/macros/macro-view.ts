import type { Macro } from '@bellhop/contract';
import type { Reader } from '../../db/types.ts';
import { wireTimes } from '../../lib/wire-times.ts';
import { findActionNames, type MacroRow } from './macros.queries.ts';

/** Macros as the wire shows them: ids as text, and the names of what their actions set as they are now (wire B 4.1). */
export async function macroViews(db: Reader, rows: readonly MacroRow[]): Promise<Macro[]> {
  const names = await findActionNames(db, rows);
  return rows.map((row) => ({
    ...wireTimes(row),
    team_id: row.team_id === null ? null : String(row.team_id),
    user_id: row.user_id === null ? null : String(row.user_id),
    actions: row.actions.map(({ type, value }) => ({
      type,
      value,
      display_value: value.flatMap((id) => names.get(`${type} ${id}`) ?? []),
    })),
  }));
}
