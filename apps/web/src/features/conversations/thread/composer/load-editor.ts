/** Fetches the editor, which is too large for the page that only reads; called before it is needed. */
export function loadEditor(): Promise<typeof import('./Editor.tsx')> {
  return import('./Editor.tsx');
}

/** Fetches the editor of texts for later: those of macros and rules. */
export function loadHtmlEditor(): Promise<typeof import('./HtmlEditor.tsx')> {
  return import('./HtmlEditor.tsx');
}
