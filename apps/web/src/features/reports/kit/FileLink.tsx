import { Download } from 'lucide-react';
import { t } from '../../../lib/i18n.ts';
import { buttonClass } from '../../../ui/Button.tsx';

/** Leads to the file of what is shown. */
export function FileLink({ to, name }: { to: string; name: string }) {
  return (
    <a
      className={buttonClass({ tone: 'quiet', size: 's' })}
      href={to}
      download
      aria-label={t('report.csv.of', { name })}
    >
      <Download aria-hidden />
      CSV
    </a>
  );
}
