import { ChevronRight, PanelLeft } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { useTitle } from '../../lib/title.ts';
import { IconButton } from '../IconButton.tsx';
import { screens, useMedia } from '../use-media.ts';
import { usePageFocus } from './use-page-focus.ts';
import './admin.css';

interface AdminPageProps {
  /** Heading, and the title of the page. */
  title: string;
  /** The list that a form belongs to, before the heading. */
  parent?: { title: string; to: string };
  /** At the end of the bar, such as the button for something new. */
  actions?: ReactNode;
  /** Below what scrolls; a form's own foot stands inside AdminForm instead. */
  foot?: ReactNode;
  /** Lists and tables take the whole width, forms a column of 640 px. */
  isWide?: boolean;
  children: ReactNode;
}

/** The frame of every admin page: bar with the way back, heading and actions, then what scrolls. */
export function AdminPage({ title, parent, actions, foot, isWide = false, children }: AdminPageProps) {
  const isPhone = useMedia(screens.phone);
  const page = useRef<HTMLElement>(null);
  useTitle(title);
  usePageFocus(page);
  return (
    <section className="admin-page" aria-label={title} ref={page}>
      <div className="bar">
        {isPhone && (
          <IconButton
            label={t('shell.about_sections')}
            icon={<PanelLeft className="flips" aria-hidden />}
            onClick={() => setDrawer(true)}
          />
        )}
        {parent && (
          <nav className="crumbs" aria-label={t('admin.breadcrumbs')}>
            <Link to={parent.to}>{parent.title}</Link>
            <ChevronRight className="flips" aria-hidden />
          </nav>
        )}
        <h1 className="grow cut" tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      <div className="admin-scroll scroll">
        <div className={isWide ? 'admin-body is-wide' : 'admin-body'}>{children}</div>
      </div>
      {foot}
    </section>
  );
}
