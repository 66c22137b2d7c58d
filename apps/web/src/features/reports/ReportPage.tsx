import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { AdminPage } from '../../ui/admin/AdminPage.tsx';
import { EmptyState } from '../../ui/Void.tsx';
import './reports.css';

interface ReportPageProps {
  title: string;
  /** The page that this one belongs to. */
  parent?: { title: string; to: string };
  actions?: ReactNode;
  foot?: ReactNode;
  /** Drawn only for those who may see reports: nothing is asked of the server otherwise. */
  children: () => ReactNode;
}

/** The frame of every page of the reports; whoever may not see them is told so. */
export function ReportPage({ title, children, actions, foot, parent }: ReportPageProps) {
  const mayRead = useCan('reports:manage');
  if (!mayRead) {
    return (
      <AdminPage title={title} isWide>
        <EmptyState icon={<Lock aria-hidden />} title={t('report.not_allowed')} text={t('list.not_allowed.text')} />
      </AdminPage>
    );
  }
  return (
    <AdminPage title={title} actions={actions} foot={foot} isWide {...(parent && { parent })}>
      <div className="report">
        <Contents draw={children} />
      </div>
    </AdminPage>
  );
}

/** A component of its own, so that a page's calls may stand in `children`. */
function Contents({ draw }: { draw: () => ReactNode }) {
  return draw();
}
