import type { ReactNode, Ref } from 'react';
import { Skeleton } from './Void.tsx';
import './entry-list.css';

interface EntryListProps {
  label: string;
  /** For lists that take the focus when a row goes. */
  ref?: Ref<HTMLUListElement>;
  /** `EntryRow`s. */
  children: ReactNode;
}

/** A few things of one kind with what is known of each, such as the devices somebody is signed in on. */
export function EntryList({ label, ref, children }: EntryListProps) {
  return (
    <ul className="entry-list" aria-label={label} {...(ref && { ref, tabIndex: -1 })}>
      {children}
    </ul>
  );
}

interface EntryRowProps {
  icon: ReactNode;
  /** What it is, in its first line. */
  title: ReactNode;
  /** Lines about it, each a `span`. */
  children: ReactNode;
  /** Buttons at its end. */
  actions?: ReactNode;
}

/** One of an `EntryList`. */
export function EntryRow({ icon, title, children, actions }: EntryRowProps) {
  return (
    <li>
      {icon}
      <div className="entry-facts">
        <span className="entry-title">{title}</span>
        {children}
      </div>
      {actions}
    </li>
  );
}

/** Stands for an `EntryList` while it is loaded. */
export function EntryBones() {
  return (
    <ul className="entry-list" aria-busy>
      {[1, 2].map((line) => (
        <li key={line}>
          <Skeleton width="18px" height="18px" />
          <div className="entry-facts">
            <Skeleton width="160px" />
            <Skeleton width="240px" />
          </div>
        </li>
      ))}
    </ul>
  );
}
