import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Skeleton } from '../../../ui/Void.tsx';
import { Failed } from './Failed.tsx';

interface WidgetProps<D> {
  title: string;
  /** Beside the title, such as what a figure means. */
  note?: ReactNode;
  /** At the end of the head: its range, its file. */
  tools?: ReactNode;
  query: UseQueryResult<D>;
  /** CSS length of what stands there while the data comes, so that nothing jumps. */
  height: string;
  className?: string;
  children: (data: D) => ReactNode;
}

/** One part of a report with its own loading and failure: when it breaks, the others stand. */
export function Widget<D>({ title, note, tools, query, height, className, children }: WidgetProps<D>) {
  const id = useId();
  const { data, isPlaceholderData } = query;
  return (
    <section className={classNames('report-widget', className)} aria-labelledby={id}>
      <div className="report-widget-head">
        <h2 id={id}>{title}</h2>
        {note}
        <span className="report-tools">{tools}</span>
      </div>
      <Failed query={query} name={title}>
        {data === undefined ? (
          <div aria-busy>
            <Skeleton width="100%" height={height} />
          </div>
        ) : (
          <div className="report-widget-body" aria-busy={isPlaceholderData}>
            <Drawn draw={() => children(data)} />
          </div>
        )}
      </Failed>
    </section>
  );
}

/** A component of its own, so that a fault in drawing stays within the widget. */
function Drawn({ draw }: { draw: () => ReactNode }) {
  return draw();
}
