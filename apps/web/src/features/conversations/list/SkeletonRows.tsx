import { t } from '../../../lib/i18n.ts';
import { Skeleton } from '../../../ui/Void.tsx';

/** Five rows of what comes (specification 4). */
export function SkeletonRows() {
  const widths = [
    ['38%', '92%', '30%'],
    ['52%', '84%', '22%'],
    ['30%', '96%', '44%'],
    ['46%', '78%', '26%'],
    ['40%', '88%', '34%'],
  ] as const;
  return (
    <div className="rows" role="status" aria-label={t('globals.terms.loading')}>
      {widths.map(([name, subject, marks]) => (
        <div key={name} className="row">
          <Skeleton width="32px" height="32px" isRound />
          <span className="row-main row-bones">
            <Skeleton width={name} />
            <Skeleton width={subject} />
            <Skeleton width={marks} />
          </span>
        </div>
      ))}
    </div>
  );
}
