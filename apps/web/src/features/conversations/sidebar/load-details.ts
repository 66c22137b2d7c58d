/** Fetches the details of conversations, which are drawn after the thread. */
export function loadDetails(): Promise<typeof import('./DetailsPanel.tsx')> {
  return import('./DetailsPanel.tsx');
}
