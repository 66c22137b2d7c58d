import {
  Bar,
  BarChart,
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { count } from '../../../lib/format.ts';
import { classNames } from '../../../ui/class-names.ts';

/** One row of numbers over the same places. */
export interface Series {
  key: string;
  name: string;
}

export interface SeriesPoint {
  key: string;
  /** Under the axis, and in full beside the numbers. */
  short: string;
  long: string;
  values: Readonly<Record<string, number>>;
}

interface SeriesChartProps {
  title: string;
  summary: string;
  /** Two at most: they are told apart by colour and by fill or dashes. */
  series: readonly Series[];
  points: readonly SeriesPoint[];
  /** How a value reads; a count unless said. */
  format?: (value: number) => string;
  height?: number;
}

/** More places than these as bars would be thinner than a hair. */
const mostBars = 62;

/** Numbers over days or classes: bars, or lines where there are many. Arrow keys go from place to place. */
export function SeriesChart(props: SeriesChartProps) {
  const { title, summary, series, points, format = count, height = 224 } = props;
  const data = points.map(({ key, short, long, values }) => ({ key, short, long, ...values }));
  const Chart = points.length > mostBars ? LineChart : BarChart;
  return (
    <div className="chart-plot" dir="ltr">
      <Chart
        responsive
        width="100%"
        height={height}
        data={data}
        title={title}
        desc={summary}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
        barGap={1}
        barCategoryGap="22%"
      >
        <defs>
          <pattern id="chart-hatch" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
            <rect className="hatch-ground" width="4" height="4" />
            <rect className="hatch-line" width="1.2" height="4" />
          </pattern>
        </defs>
        <CartesianGrid vertical={false} />
        <XAxis dataKey="short" tickLine={false} interval="preserveStartEnd" minTickGap={24} tickMargin={8} />
        <YAxis
          allowDecimals={false}
          axisLine={false}
          tickLine={false}
          width="auto"
          tickFormatter={(value: number) => format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          content={(parts) => <Hint {...parts} series={series} format={format} />}
          cursor={{ className: 'chart-cursor' }}
        />
        {series.map(({ key, name }, index) =>
          points.length > mostBars ? (
            <Line
              key={key}
              dataKey={key}
              name={name}
              className={`series-${index + 1}`}
              type="linear"
              dot={false}
              isAnimationActive={false}
            />
          ) : (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              className={`series-${index + 1}`}
              radius={[1, 1, 0, 0]}
              maxBarSize={28}
              isAnimationActive={false}
            />
          ),
        )}
      </Chart>
    </div>
  );
}

interface HintProps extends TooltipContentProps {
  series: readonly Series[];
  format: (value: number) => string;
}

/** The numbers of the place that the pointer or the keys are at; read out while the keys move. */
function Hint({ active, payload, series, format }: HintProps) {
  const point = payload[0]?.payload as (Record<string, number> & { long: string }) | undefined;
  return (
    <div className={classNames('chart-hint', !active && 'vh')} role="status">
      {active && point && (
        <>
          <strong>{point.long}</strong>
          {series.map(({ key, name }, index) => (
            <span key={key} className={`chart-key is-${index + 1}`}>
              <i className="mark" aria-hidden="true" />
              {name} <b className="num">{format(point[key] ?? 0)}</b>
            </span>
          ))}
        </>
      )}
    </div>
  );
}

/** Which mark is which series, with its total. */
export function SeriesLegend({ series, totals }: { series: readonly Series[]; totals?: readonly React.ReactNode[] }) {
  return series.map(({ key, name }, index) => (
    <span key={key} className={`chart-key is-${index + 1}`}>
      <i className="mark" aria-hidden="true" />
      {name} {totals && <b className="num">{totals[index]}</b>}
    </span>
  ));
}
