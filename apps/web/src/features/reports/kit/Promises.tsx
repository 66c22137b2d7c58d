import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

export interface PromiseParts {
  key: string;
  name: string;
  met: number;
  missed: number;
  /** Kept of all, in words. */
  share: string;
  metText: ReactNode;
  missedText: ReactNode;
  average: string;
}

/** Each promise with how many of it were kept. */
export function Promises({ promises, isWide }: { promises: readonly PromiseParts[]; isWide?: boolean }) {
  return (
    <ul className={classNames('promises', isWide && 'is-wide')}>
      {promises.map(({ key, name, met, missed, share, metText, missedText, average }) => (
        <li key={key}>
          <h3>{name}</h3>
          <strong className="num">{share}</strong>
          <MeterBar met={met} missed={missed} />
          <p className="promise-figures">
            <span>{metText}</span>
            <span>{missedText}</span>
            <span className="end">{average}</span>
          </p>
        </li>
      ))}
    </ul>
  );
}

/** Kept beside missed, told apart by fill as well as by colour; the figures stand below it. */
function MeterBar({ met, missed }: { met: number; missed: number }) {
  return (
    <span className="meter-bar" aria-hidden="true">
      {met > 0 && <i className="part" style={{ flexGrow: met }} />}
      {missed > 0 && <i className="part is-missed" style={{ flexGrow: missed }} />}
    </span>
  );
}
