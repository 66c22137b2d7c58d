import type { ReactNode } from 'react';
import { ChartFrame } from './ChartFrame.tsx';
import { percentText } from './figures.ts';

export interface BarPart {
  key: string;
  name: string;
  n: number;
  /** The number, leading to what is behind it. */
  figure: ReactNode;
}

interface BarsProps {
  title: string;
  summary: string;
  /** What the parts are, what is counted, and the word for its share. */
  heads: readonly [part: string, counted: string, share: string];
  parts: readonly BarPart[];
  file: string;
}

/** How a number divides into parts: a line each with a bar, its number and its share; a table of the same besides. */
export function Bars({ title, summary, heads, parts, file }: BarsProps) {
  const all = parts.reduce((sum, { n }) => sum + n, 0);
  const most = Math.max(1, ...parts.map(({ n }) => n));
  const share = (n: number) => (all > 0 ? percentText(n / all) : '–');
  return (
    <ChartFrame
      title={title}
      summary={summary}
      chart={
        <ul className="bars">
          {parts.map(({ key, name, n, figure }) => (
            <li key={key}>
              <span className="bars-name">{name}</span>
              <span className="bars-track" aria-hidden="true">
                {n > 0 && <i style={{ width: `${(n / most) * 100}%` }} />}
              </span>
              <span className="bars-figure">{figure}</span>
              <span className="bars-share num">{share(n)}</span>
            </li>
          ))}
        </ul>
      }
      heads={heads}
      rows={parts.map(({ key, name, n, figure }) => ({ key, cells: [name, figure, share(n)] }))}
      file={file}
    />
  );
}
