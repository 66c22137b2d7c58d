import { Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import { longDay } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { getSettings } from '../../lib/settings.ts';
import { IconButton } from '../../ui/IconButton.tsx';

/** New version, its date and a link to its details, when the server knows of one (specification 2). */
export function UpdateBanner() {
  const [isHidden, setHidden] = useState(false);
  const update = getSettings()['app.update']?.update;
  if (!update?.is_new || isHidden) return null;
  return (
    <div className="strip is-news" role="status">
      <Sparkles aria-hidden />
      <strong>{t(update.is_security ? 'update.newSecurityUpdate' : 'update.newUpdateAvailable')}</strong>
      <span>{t('update.released', { version: update.release_version, date: longDay(update.release_date) })}</span>
      <a className="link" href={update.url} target="_blank" rel="noopener noreferrer">
        {t('globals.messages.viewDetails')}
      </a>
      <IconButton size="s" label={t('shell.hide_notice')} icon={<X aria-hidden />} onClick={() => setHidden(true)} />
    </div>
  );
}
