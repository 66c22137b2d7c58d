import { getSettings } from './settings.ts';

/** An address of the desk itself, by the name under which this page was reached; others stay as they are. */
export function hereIfOurs(address: string): string {
  const { 'app.root_url': root } = getSettings();
  return address.startsWith(`${root}/`) ? address.slice(root.length) : address;
}

/** A site with an icon of its own shows it; the default of the setting is our own file. */
export function showFavicon(): void {
  const { 'app.favicon_url': url, 'app.root_url': origin } = getSettings();
  const own = document.querySelector<HTMLLinkElement>('link[data-site-icon]');
  if (!url || url === `${origin}/favicon.ico`) {
    // Those that came with the page are shown again with the next load.
    own?.remove();
    return;
  }
  for (const link of document.querySelectorAll('link[rel~="icon"]:not([data-site-icon])')) link.remove();
  const link = own ?? document.createElement('link');
  link.rel = 'icon';
  link.href = hereIfOurs(url);
  link.dataset.siteIcon = '';
  document.head.append(link);
}
