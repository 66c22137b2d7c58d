import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import './void.css';

interface EmptyStateProps {
  icon: ReactNode;
  title: string;
  text?: string;
  /** The one next step. */
  action?: ReactNode;
}

/** Says what belongs here, and the one next action. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="void">
      <span className="void-icon">{icon}</span>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

/** Says what failed in the reader's words, with a retry. */
export function ErrorPanel({ title, message, onRetry }: { title: string; message: string; onRetry?: () => void }) {
  return (
    <div className="void is-bad" role="alert">
      <span className="void-icon">
        <TriangleAlert aria-hidden />
      </span>
      <h2>{title}</h2>
      <p>{message}</p>
      {onRetry && (
        <Button icon={<RotateCw aria-hidden />} onClick={onRetry}>
          {t('globals.terms.tryAgain')}
        </Button>
      )}
    </div>
  );
}

/** A breathing bar where text will stand; a circle when `isRound`. Sizes are CSS lengths. */
export function Skeleton({ width, height, isRound }: { width: string; height?: string; isRound?: boolean }) {
  return <span className={isRound ? 'bone bone-round' : 'bone'} style={{ width, ...(height ? { height } : {}) }} />;
}
