import { ChartColumn, Download, Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type CsvCell, csvText, saveCsv } from './csv.ts';
import { FileLink } from './FileLink.tsx';

interface ChartFrameProps {
  /** What it shows; names chart, table and file. */
  title: string;
  /** The chart in a sentence or two, for those who do not see it. */
  summary: string;
  /** Which mark stands for what. */
  legend?: ReactNode;
  chart: ReactNode;
  /** The same numbers as a table. `cells` are what people read, `values` what a program reads in a file that is made here. */
  heads: readonly string[];
  rows: readonly ChartRow[];
  /** Address of the file; or its name, and it is made of `values`. */
  file: string;
}

export interface ChartRow {
  key: string;
  cells: readonly ReactNode[];
  values?: readonly CsvCell[];
}

/** A chart with a switch to the table of the same numbers, and both as a file. */
export function ChartFrame({ title, summary, legend, chart, heads, rows, file }: ChartFrameProps) {
  const [isTable, setTable] = useState(false);
  const id = useId();
  const save = () =>
    saveCsv(
      file,
      csvText(
        heads,
        rows.map(({ values }) => values ?? []),
      ),
    );
  return (
    <figure className="chart" aria-labelledby={id}>
      <div className="chart-head">
        <div className="chart-legend">{legend}</div>
        <IconButton
          size="s"
          label={
            isTable ? t('report.chart.show_chart', { name: title }) : t('report.chart.show_table', { name: title })
          }
          icon={isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
          onClick={() => setTable(!isTable)}
        />
        {file.startsWith('/') ? (
          <FileLink to={file} name={title} />
        ) : (
          <Button
            tone="quiet"
            size="s"
            icon={<Download aria-hidden />}
            aria-label={t('report.csv.of', { name: title })}
            onClick={save}
          >
            CSV
          </Button>
        )}
      </div>
      <figcaption id={id} className="vh">
        {summary}
      </figcaption>
      {isTable ? <NumbersTable title={title} heads={heads} rows={rows} /> : chart}
    </figure>
  );
}

function NumbersTable({ title, heads, rows }: Pick<ChartFrameProps, 'title' | 'heads' | 'rows'>) {
  return (
    <table className="admin-table chart-table" aria-label={title}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th key={head} className={index > 0 ? 'num' : undefined}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, cells }) => (
          <tr key={key}>
            {cells.map((cell, index) =>
              index === 0 ? (
                <th key={heads[index]} scope="row">
                  {cell}
                </th>
              ) : (
                <td key={heads[index]} className="num">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
