import { PanelLeftClose } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { setDrawer, toggleSidebar, useSidebar } from '../../lib/sidebar.ts';
import { Drawer } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';

interface SectionSidebarProps {
  title: string;
  /** Stands below what scrolls. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The sidebar of a section: beside the page when it is open, on a phone a drawer over it. */
export function SectionSidebar({ isPhone, ...parts }: SectionSidebarProps & { isPhone: boolean }) {
  const { isOpen, isDrawerOpen } = useSidebar();
  const { title } = parts;
  if (isPhone) {
    return (
      <Drawer isOpen={isDrawerOpen} onClose={() => setDrawer(false)} title={title}>
        <SidebarBody {...parts} />
      </Drawer>
    );
  }
  if (!isOpen) return null;
  return (
    <aside className="side" aria-label={title}>
      <SidebarBody
        {...parts}
        action={
          <IconButton
            label={t('shell.close_sidebar')}
            keys="mod+b"
            icon={<PanelLeftClose className="ico-18 flips" aria-hidden />}
            onClick={toggleSidebar}
          />
        }
      />
    </aside>
  );
}

function SidebarBody({ title, action, foot, children }: SectionSidebarProps & { action?: ReactNode }) {
  return (
    <>
      <div className="bar">
        <h2 className="grow">{title}</h2>
        {action}
      </div>
      <div className="side-scroll scroll">{children}</div>
      {foot}
    </>
  );
}
