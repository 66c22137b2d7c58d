import type { HtmlTagDescriptor, Plugin } from 'vite';

/** Asks for the Latin text font at once: without it the browser finds the font only after the styles have arrived. */
export function fontPreload(): Plugin {
  return {
    name: 'bellhop-font-preload',
    transformIndexHtml: {
      order: 'post',
      handler(_html, context): HtmlTagDescriptor[] {
        const font = Object.keys(context.bundle ?? {}).find((name) =>
          /plex-sans-latin-wght-normal.*\.woff2$/.test(name),
        );
        if (!font) return [];
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${font}`, crossorigin: '' };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}
