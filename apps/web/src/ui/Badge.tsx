import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { classNames } from './class-names.ts';
import './badge.css';

/** A count in a pill; `label` says what is counted ("2 unread"). */
export function Badge({ children, label }: { children: ReactNode; label: string }) {
  return (
    <span className="badge">
      <span aria-hidden="true">{children}</span>
      <span className="vh">{label}</span>
    </span>
  );
}

interface ChipProps {
  children: string;
  tone?: 'plain' | 'bad';
  /** With it the chip gets a button that removes it. */
  onRemove?: () => void;
}

/** A small word in an outline: a tag, a recipient. */
export function Chip({ children, tone = 'plain', onRemove }: ChipProps) {
  return (
    <span className={classNames('chip', tone === 'bad' && 'is-bad')} title={children}>
      <span dir="auto">{children}</span>
      {onRemove && (
        <button type="button" aria-label={t('globals.messages.remove', { name: children })} onClick={onRemove}>
          <X aria-hidden />
        </button>
      )}
    </span>
  );
}

/** A state in words on its colour's tint. */
export function StateLabel({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'off'; children: ReactNode }) {
  return <span className={classNames('state', tone !== 'off' && `is-${tone}`)}>{children}</span>;
}
