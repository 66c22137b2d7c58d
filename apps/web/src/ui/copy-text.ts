import { toast } from './toast.ts';

/** Puts a text on the clipboard and says so; where the browser refuses, the text itself is shown for a while. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(done);
  } catch (error) {
    // Browsers refuse the clipboard on sites without encryption.
    console.warn(error);
    toast.plain(text, { duration: 20_000 });
  }
}
