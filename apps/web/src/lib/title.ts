import { useEffect } from 'react';
import { getSettings } from './settings.ts';

/** Sets the page's title: the route's title, a dash, the site's name (specification 1). */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} - ${getSettings()['app.site_name']}`;
  }, [title]);
}
