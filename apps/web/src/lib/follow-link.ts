import type { MouseEvent } from 'react';
import type { NavigateFunction } from 'react-router';

/**
 * Follows a link inside the page; what the browser does with a held key or another button is left to it. For links that are
 * many: each of the router's own is drawn anew whenever the address changes.
 */
export function followLink(event: MouseEvent<HTMLAnchorElement>, navigate: NavigateFunction): void {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  if (!isPlain || event.defaultPrevented) return;
  event.preventDefault();
  const { pathname, search, href } = event.currentTarget;
  void navigate(pathname + search, { replace: href === window.location.href });
}
