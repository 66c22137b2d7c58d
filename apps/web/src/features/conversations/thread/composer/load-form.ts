import { loadEditor } from './load-editor.ts';

/** Fetches the form in which replies and notes are written, and the editor in it; called before they are needed. */
export function loadForm(): Promise<typeof import('./ComposerForm.tsx')> {
  // At the same time as the form, which asks again and says so if it fails twice.
  loadEditor().catch(() => undefined);
  // What is sent stands in the thread at once, and is looked after without a connection, too.
  import('../LocalItem.tsx').catch(() => undefined);
  import('./finish-sends.ts').catch(() => undefined);
  import('../UndoMark.tsx').catch(() => undefined);
  return import('./ComposerForm.tsx');
}
