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
  rows: readonly Row[];
}

/** A dense table of figures. */
export function Table({ label, heads, numbersFrom, rows }: TableProps) {
  return (
    <table aria-label={label}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <HeadCell key={head} text={head} isNumber={index >= numbersFrom} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells, hint, isBad }) => (
          <tr key={id} {...(hint && { title: hint })}>
            {cells.map((cell, index) => (
              <Cell key={heads[index]} isNumber={index >= numbersFrom} isBad={Boolean(isBad) && index > 0}>
                {cell}
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function HeadCell({ text, isNumber }: { text: string; isNumber: boolean }) {
  if (text === '') return <td />;
  return (
    <th scope="col" className={isNumber ? 'num' : undefined}>
      {text}
    </th>
  );
}

function Cell({ isNumber, isBad, children }: { isNumber: boolean; isBad: boolean; children: ReactNode }) {
  return <td className={classNames(isNumber && 'num', isBad && 'is-bad') || undefined}>{children}</td>;
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
