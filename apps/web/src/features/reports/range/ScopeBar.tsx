import { ChevronDown, ListFilter } from 'lucide-react';
import { useId, useState } from 'react';
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
          // Another address brings other days.
          key={`${scope.from} ${scope.to}`}
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

/** First and last day; they count as soon as both are there and in their order. */
function OwnRange({ from, to, onChange }: OwnRangeProps) {
  const id = useId();
  const [days, setDays] = useState({ from, to });
  const isTurned = days.from !== '' && days.to !== '' && days.from > days.to;
  const set = (next: typeof days) => {
    setDays(next);
    if (next.from && next.to && next.from <= next.to) onChange(next.from, next.to);
  };
  return (
    <span className="scope-days">
      <label htmlFor={`${id}-from`}>{t('activity_log.from')}</label>
      <Input
        id={`${id}-from`}
        type="date"
        defaultValue={from}
        aria-invalid={isTurned || undefined}
        aria-describedby={isTurned ? `${id}-note` : undefined}
        onChange={(event) => set({ ...days, from: event.target.value })}
      />
      <label htmlFor={`${id}-to`}>{t('activity_log.to')}</label>
      <Input
        id={`${id}-to`}
        type="date"
        defaultValue={to}
        aria-invalid={isTurned || undefined}
        aria-describedby={isTurned ? `${id}-note` : undefined}
        onChange={(event) => set({ ...days, to: event.target.value })}
      />
      {isTurned && (
        <span id={`${id}-note`} className="error" role="alert">
          {t('report.range_turned')}
        </span>
      )}
    </span>
  );
}
