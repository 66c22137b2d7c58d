import { PanelLeft } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { useTitle } from '../../lib/title.ts';
import { usePageFocus } from '../../ui/admin/use-page-focus.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { screens, useMedia } from '../../ui/use-media.ts';
import './account.css';

interface AccountPageProps {
  title: string;
  /** At the end of the bar. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of a page of one's own account: title, then one column. */
export function AccountPage({ title, actions, children }: AccountPageProps) {
  const isPhone = useMedia(screens.phone);
  const page = useRef<HTMLElement>(null);
  useTitle(title);
  usePageFocus(page);
  return (
    <section className="account-page" aria-label={title} ref={page}>
      <div className="bar">
        {isPhone && (
          <IconButton
            label={t('shell.about_sections')}
            icon={<PanelLeft className="flips" aria-hidden />}
            onClick={() => setDrawer(true)}
          />
        )}
        <h1 className="grow" tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      <div className="account-scroll scroll">
        <div className="account-form">{children}</div>
      </div>
    </section>
  );
}
