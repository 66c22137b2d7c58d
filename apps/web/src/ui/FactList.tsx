import { t } from '../lib/i18n.ts';
import './facts.css';

interface FactListProps {
  facts: readonly [name: string, value: string | null][];
}

/** What is known about somebody, to read; what is not known says so. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="facts ruled-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="is-text" dir="auto">
            {value || <span className="muted">{t('details.no_value')}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
