/** An error and what it was made of, outermost first. */
export function causes(error: unknown): unknown[] {
  const chain: unknown[] = [];
  for (let next = error; next && chain.length < 10; next = (next as { cause?: unknown }).cause) chain.push(next);
  return chain;
}
