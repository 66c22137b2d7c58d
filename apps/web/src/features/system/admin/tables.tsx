import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';

interface Row {
  id: string;
  cells: readonly ReactNode[];
  /** More about the row, when the pointer rests on it. */
  hint?: string;
  /** Its figures deserve a look. */
  isBad?: boolean;
}

interface TableProps {
  label: string;
  heads: readonly string[];
  /** From this column on cells are figures. */
  numbersFrom: number;
  /** From this column on cells are left out on a phone. */
  minorFrom?: number;
  rows: readonly Row[];
}

/** A dense table of figures. */
export function Table({ label, heads, numbersFrom, minorFrom = heads.length, rows }: TableProps) {
  const classOf = (index: number, isBad = false) =>
    classNames(index >= numbersFrom && 'num', index >= minorFrom && 'is-minor', isBad && 'is-bad') || undefined;
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <HeadCell key={head} text={head} className={classOf(index)} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells, hint, isBad }) => (
          <tr key={id} {...(hint && { title: hint })}>
            {cells.map((cell, index) => (
              <td key={heads[index]} className={classOf(index, isBad && index > 0)}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ text, className }: { text: string; className: string | undefined }) {
  if (text === '') return <td />;
  return (
    <th scope="col" className={className}>
      {text}
    </th>
  );
}

/** Names and values, one below the other. */
export function Figures({ figures }: { figures: readonly (readonly [name: string, value: string])[] }) {
  return (
    <table>
      <tbody>
        {figures.map(([name, value]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="num">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
