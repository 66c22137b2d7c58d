import { PanelLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { useTitle } from '../../lib/title.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { screens, useMedia } from '../../ui/use-media.ts';
import './account.css';

/** The frame of a page of one's own account: title, then one column. */
export function AccountPage({ title, children }: { title: string; children: ReactNode }) {
  const isPhone = useMedia(screens.phone);
  useTitle(title);
  return (
    <section className="account-page" aria-label={title}>
      <div className="bar">
        {isPhone && (
          <IconButton
            label={t('shell.about_sections')}
            icon={<PanelLeft className="flips" aria-hidden />}
            onClick={() => setDrawer(true)}
          />
        )}
        <h1 className="grow">{title}</h1>
      </div>
      <div className="account-scroll scroll">
        <div className="account-form">{children}</div>
      </div>
    </section>
  );
}
