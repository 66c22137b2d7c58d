import { longestReportDays } from '@bellhop/contract/report-limits';
import { ChevronDown, ListFilter } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { Input } from '../../../ui/Field.tsx';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../../ui/Menu.tsx';
import { Switch } from '../../../ui/Toggle.tsx';
import { offeredRanges } from './report-params.ts';
import { ScopeFilters } from './ScopeFilters.tsx';
import type { ScopeState } from './use-scope.ts';

interface ScopeBarProps {
  state: ScopeState;
  /** First and last day of what is shown, for who begins to name days; undefined while that comes. */
  shown?: { from: string; to: string } | undefined;
  /** The report knows no range: it is about this moment. */
  isNow?: boolean;
  /** It has durations, which may count open time alone. */
  hasHours?: boolean;
}

/** What a number of days up to today is called. */
export function rangeText(days: number): string {
  return days === 1 ? t('globals.terms.today') : t('report.days', { n: count(days) }, days);
}

/** What all parts of a report are about: range, business hours, filters. */
export function ScopeBar({ state, shown, isNow = false, hasHours = false }: ScopeBarProps) {
  const { scope, change } = state;
  const chosen = Object.keys(scope.filters).length;
  const [hasFilters, setFilters] = useState(chosen > 0);
  return (
    <div className="scope">
      <div className="scope-line">
        {!isNow && <Range state={state} shown={shown} />}
        <Button
          tone="quiet"
          icon={<ListFilter aria-hidden />}
          aria-expanded={hasFilters}
          onClick={() => setFilters(!hasFilters)}
        >
          {chosen > 0 ? t('report.filters_n', { n: count(chosen) }, chosen) : t('report.filters')}
        </Button>
        {hasHours && (
          <Switch
            label={t('report.business_hours')}
            checked={scope.isBusiness}
            onChange={(event) => change({ business_hours: event.target.checked })}
          />
        )}
      </div>
      {hasFilters && <ScopeFilters state={state} />}
    </div>
  );
}

function Range({ state: { scope, change }, shown }: Pick<ScopeBarProps, 'state' | 'shown'>) {
  const [isNaming, setNaming] = useState(scope.days === null);
  const isOwn = isNaming || scope.days === null;
  const label = scope.days === null || isNaming ? t('report.own_range') : rangeText(scope.days);
  return (
    <>
      <Menu
        label={t('report.period')}
        trigger={
          <Button aria-label={t('report.period_is', { name: t('report.period'), period: label })}>
            {label}
            <ChevronDown className="ico-end" aria-hidden />
          </Button>
        }
      >
        <MenuChoice
          value={isOwn ? '' : String(scope.days)}
          onChange={(days) => {
            setNaming(false);
            change({ days, from: '', to: '' });
          }}
          options={offeredRanges.map((one) => ({ value: String(one), children: rangeText(one) }))}
        />
        <MenuLine />
        <MenuItem onSelect={() => setNaming(true)}>{t('report.own_range_choose')}</MenuItem>
      </Menu>
      {isOwn && (
        <OwnRange
          from={scope.from || shown?.from || ''}
          to={scope.to || shown?.to || ''}
          onChange={(from, to) => change({ from, to, days: '' })}
        />
      )}
    </>
  );
}

interface OwnRangeProps {
  from: string;
  to: string;
  onChange: (from: string, to: string) => void;
}

/** First and last day; they count as soon as both are there, in their order and not too far apart. */
function OwnRange({ from, to, onChange }: OwnRangeProps) {
  const id = useId();
  const fields = useRef<HTMLSpanElement>(null);
  const [days, setDays] = useState({ from, to });
  useEffect(() => {
    // Another address brings other days; to whoever types one of them it brings what is typed already.
    if (!fields.current?.contains(document.activeElement)) setDays({ from, to });
  }, [from, to]);
  const problem = problemOf(days);
  const set = (field: HTMLInputElement, next: typeof days) => {
    setDays(next);
    // The year 202 is on its way to 2026.
    const isWhole = next.from !== '' && next.to !== '' && field.validity.valid;
    if (isWhole && !problemOf(next)) onChange(next.from, next.to);
  };
  const shared = {
    type: 'date',
    min: earliest,
    max: '2999-12-31',
    'aria-invalid': problem !== undefined || undefined,
    'aria-describedby': problem && `${id}-note`,
  };
  return (
    <span className="scope-days" ref={fields}>
      <label htmlFor={`${id}-from`}>{t('activity_log.from')}</label>
      <Input
        {...shared}
        id={`${id}-from`}
        value={days.from}
        onChange={({ target }) => set(target, { ...days, from: target.value })}
      />
      <label htmlFor={`${id}-to`}>{t('activity_log.to')}</label>
      <Input
        {...shared}
        id={`${id}-to`}
        value={days.to}
        onChange={({ target }) => set(target, { ...days, to: target.value })}
      />
      {problem && (
        <span id={`${id}-note`} className="error" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

const earliest = '1970-01-01';

/** What is wrong with two days; nothing is yet where one is missing or its year is half typed. */
function problemOf({ from, to }: { from: string; to: string }): string | undefined {
  if (from < earliest || to < earliest) return undefined;
  if (from > to) return t('report.range_turned');
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return length > longestReportDays ? t('report.range_long') : undefined;
}
