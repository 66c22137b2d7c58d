import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A part of a page that comes after it and that the page can do without: where it cannot be fetched, the line being cut, the
 * page stays as it is without it, instead of failing as a whole.
 */
export function lazyExtra<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().catch((error: unknown) => {
      console.warn(error);
      return { default: () => null };
    }),
  );
}
