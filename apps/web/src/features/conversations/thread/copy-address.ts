import { t } from '../../../lib/i18n.ts';
import { toast } from '../../../ui/toast.ts';

/** Puts the address of one of the desk's pages, given by its path, on the clipboard, and says so. */
export async function copyAddress(path: string): Promise<void> {
  const link = new URL(path, window.location.origin).href;
  try {
    await navigator.clipboard.writeText(link);
    toast.success(t('details.link_copied'));
  } catch (error) {
    // Browsers refuse the clipboard on sites without encryption.
    console.warn(error);
    toast.plain(link, { duration: 20_000 });
  }
}
