/** A day of the desk's calendar with what began and what was resolved on it. */
export interface ByDay {
  date: string;
  opened: number;
  resolved: number;
}

interface DayCount {
  date: string;
  count: number;
}

interface Charts {
  new_conversations: readonly DayCount[] | null;
  resolved_conversations: readonly DayCount[] | null;
}

const dayMs = 24 * 3_600_000;

/** Both series over the same days, from the first to the last that either has; days without either count nothing. */
export function joinDays({ new_conversations, resolved_conversations }: Charts): ByDay[] {
  const opened = byDate(new_conversations);
  const resolved = byDate(resolved_conversations);
  const dates = [...opened.keys(), ...resolved.keys()].sort();
  if (dates.length === 0) return [];
  const first = Date.parse(`${dates[0]}T00:00Z`);
  const last = Date.parse(`${dates.at(-1)}T00:00Z`);
  return Array.from({ length: (last - first) / dayMs + 1 }, (_none, index) => {
    const date = new Date(first + index * dayMs).toISOString().slice(0, 10);
    return { date, opened: opened.get(date) ?? 0, resolved: resolved.get(date) ?? 0 };
  });
}

function byDate(days: readonly DayCount[] | null): Map<string, number> {
  return new Map((days ?? []).map(({ date, count }) => [date, count]));
}
