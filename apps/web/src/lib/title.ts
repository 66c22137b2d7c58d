import { useEffect } from 'react';
import { getSettings } from './settings.ts';

let shown = '';

/** Sets the page's title: the route's title, a dash, the site's name (specification 1). */
export function useTitle(title: string): void {
  useEffect(() => {
    shown = title;
    renewTitle();
  }, [title]);
}

/** The site has perhaps got another name. */
export function renewTitle(): void {
  if (shown !== '') document.title = `${shown} - ${getSettings()['app.site_name']}`;
}
