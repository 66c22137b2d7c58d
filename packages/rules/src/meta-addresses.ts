import type { Message } from '@bellhop/contract';

/** The addresses under a key of a message's `meta`, which foreign data may fill with anything. */
export function listed(meta: Message['meta'], key: string): string[] {
  const value = meta[key];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}
