/** Fetches the picker, which nobody needs before asking for it. */
export function loadPicker(): Promise<typeof import('./EmojiPicker.tsx')> {
  return import('./EmojiPicker.tsx');
}
