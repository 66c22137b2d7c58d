import fuzzysort from 'fuzzysort';
import type { PaletteEntry } from './entry.ts';

/** An entry with the places of its label that the query found, as code units. */
export interface RankedEntry extends PaletteEntry {
  marks: readonly number[];
}

const mostShown = 60;
/** Of thousands of tags the rest is found by typing. */
const mostUnsearched = 200;
const mostRecent = 4;
/** Below this a match is letters strewn over a sentence. */
const worst = 0.35;
/** How much having been used lately is worth, and being about what is open. */
const recentBonus = 0.08;
const conversationBonus = 0.1;
const deepMalus = 0.05;

/**
 * What to show. Without a query: the entries as they come, those used last (`recents`, latest first) before them. With
 * one: what it finds, fuzzily, the best of a group deciding where the group stands.
 */
export function rankEntries(
  entries: readonly PaletteEntry[],
  query: string,
  recents: readonly string[],
): readonly RankedEntry[] {
  const wanted = query.trim();
  if (wanted === '') return unsearched(entries, recents);
  const found = fuzzysort
    .go(wanted, entries, {
      keys: ['label', 'also'],
      limit: 0,
      threshold: worst,
      scoreFn: (result) => result.score + bonusOf(result.obj, recents),
    })
    .slice(0, mostShown)
    .map((result) => ({ ...result.obj, marks: [...(result[0]?.indexes ?? [])].sort((a, b) => a - b) }));
  // Groups keep together: a heading stands once.
  return [...Map.groupBy(found, (entry) => entry.group).values()].flat();
}

function bonusOf({ id, group, isDeep }: PaletteEntry, recents: readonly string[]): number {
  const nearness = isDeep ? -deepMalus : group === 'conversation' ? conversationBonus : 0;
  return nearness + (recents.includes(id) ? recentBonus : 0);
}

function unsearched(entries: readonly PaletteEntry[], recents: readonly string[]): readonly RankedEntry[] {
  const shallow = entries.filter((entry) => !entry.isDeep);
  // A level of choices keeps its order: the eye knows where things stand.
  const isTop = shallow.some((entry) => entry.group !== 'choice');
  const latest = isTop
    ? recents.flatMap((id) => entries.find((entry) => entry.id === id) ?? []).slice(0, mostRecent)
    : [];
  const rest = shallow.filter((entry) => !latest.includes(entry)).slice(0, mostUnsearched);
  return [...latest.map((entry) => ({ ...entry, group: 'recent' as const })), ...rest].map((entry) => ({
    ...entry,
    marks: [],
  }));
}
