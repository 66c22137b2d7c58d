import { t } from '../../../lib/i18n.ts';
import { Skeleton } from '../../../ui/Void.tsx';
import './message.css';

/** Three letters of what comes. */
export function ThreadSkeleton() {
  const letters = [
    { kind: 'msg-in', lines: ['92%', '97%', '48%'] },
    { kind: 'msg-out', lines: ['88%', '64%'] },
    { kind: 'msg-in', lines: ['95%', '90%', '96%', '32%'] },
  ] as const;
  return (
    <div className="thread-bones" role="status" aria-label={t('globals.terms.loading')}>
      {letters.map(({ kind, lines }, index) => (
        <div key={`${kind}-${lines.length}`} className={`msg ${kind}`}>
          <div className="msg-head">
            <Skeleton width="28px" height="28px" isRound />
            <Skeleton width={index === 1 ? '96px' : '132px'} />
          </div>
          <div className="msg-bones">
            {lines.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** The head of a conversation of which nothing is known yet. */
export function LetterheadSkeleton() {
  return (
    <div className="letterhead is-bones" aria-hidden="true">
      <Skeleton width="62%" height="16px" />
      <Skeleton width="38%" />
    </div>
  );
}

/** The details of a conversation of which nothing is known yet. */
export function PanelSkeleton() {
  return (
    <aside className="panel" aria-label={t('details.title')} aria-busy="true">
      <div className="bar">
        <h2>{t('details.title')}</h2>
      </div>
      <div className="who" aria-hidden="true">
        <Skeleton width="40px" height="40px" isRound />
        <Skeleton width="112px" />
      </div>
      <div className="panel-bones" aria-hidden="true">
        <Skeleton width="88%" />
        <Skeleton width="64%" />
        <Skeleton width="76%" />
        <Skeleton width="58%" />
        <Skeleton width="70%" />
      </div>
    </aside>
  );
}
