import { t } from '../../../lib/i18n.ts';
import { copyText } from '../../../ui/copy-text.ts';

/** Puts the address of one of the desk's pages, given by its path, on the clipboard, and says so. */
export function copyAddress(path: string): Promise<void> {
  return copyText(new URL(path, window.location.origin).href, t('details.link_copied'));
}
