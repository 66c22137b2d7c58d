const mostKept = 12;

/** What an agent used last in the palette of this device, latest first. */
export function readRecent(agentId: number): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(agentId)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch (error) {
    console.warn(error);
    return [];
  }
}

/** Puts an entry before all others. */
export function noteUse(agentId: number, id: string): void {
  const others = readRecent(agentId).filter((other) => other !== id);
  localStorage.setItem(keyOf(agentId), JSON.stringify([id, ...others].slice(0, mostKept)));
}

function keyOf(agentId: number): string {
  return `bellhop.palette.${agentId}`;
}
