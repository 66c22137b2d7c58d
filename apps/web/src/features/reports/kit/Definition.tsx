import type { ReportMetric } from '@bellhop/contract';
import { Info } from 'lucide-react';
import * as Popover from 'radix-ui/popover';
import { useRef } from 'react';
import { t } from '../../../lib/i18n.ts';
import { landmarkOf } from '../../../ui/landmark.ts';

/** What a metric is called. */
export function metricName(metric: ReportMetric): string {
  return t(`report.metric.${metric}`);
}

/** A button that says what numbers mean, in the words that API and files use, too. It opens by pointer, touch and key. */
export function Definition({ of: metrics, name }: { of: readonly ReportMetric[]; name: string }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Popover.Root>
      <Popover.Trigger asChild>
        <button ref={button} type="button" className="define" aria-label={t('report.meaning', { name })}>
          <Info aria-hidden />
        </button>
      </Popover.Trigger>
      <Popover.Portal container={landmarkOf(button.current)}>
        <Popover.Content
          className="menu define-text"
          aria-label={t('report.meaning', { name })}
          sideOffset={4}
          collisionPadding={8}
        >
          <dl>
            {metrics.map((metric) => (
              <div key={metric}>
                <dt>{metricName(metric)}</dt>
                <dd>{t(`report.definition.${metric}`)}</dd>
              </div>
            ))}
          </dl>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
