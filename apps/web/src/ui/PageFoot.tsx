import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight } from 'lucide-react';
import { count } from '../lib/format.ts';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';
import { Menu, MenuChoice } from './Menu.tsx';
import './page-foot.css';

interface PageFootProps {
  /** Which page, and how many rows it has; `change` leads to another one, an empty text to the first. */
  state: { page: number; size: number; change: (next: { page?: string; size?: string }) => void };
  /** Sizes that are offered. */
  sizes: readonly number[];
  total: number;
  total_pages: number;
  is_capped: boolean;
  /** Rows on this page. */
  shown: number;
}

/** Which rows of how many are shown, and the way to the others. */
export function PageFoot({
  state: { page, size, change },
  sizes,
  total,
  total_pages,
  is_capped,
  shown,
}: PageFootProps) {
  const go = (to: number) => change({ page: to === 1 ? '' : String(to) });
  const from = (page - 1) * size + 1;
  const all = is_capped ? t('contacts.more_than', { n: count(total) }) : count(total);
  const steps = [
    { label: t('contacts.first_page'), icon: <ChevronFirst className="flips" aria-hidden />, to: 1, isOff: page <= 1 },
    {
      label: t('contacts.previous_page'),
      icon: <ChevronLeft className="flips" aria-hidden />,
      to: Math.min(page - 1, Math.max(1, total_pages)),
      isOff: page <= 1,
    },
    {
      label: t('contacts.next_page'),
      icon: <ChevronRight className="flips" aria-hidden />,
      to: page + 1,
      isOff: page >= total_pages,
    },
    {
      label: t('contacts.last_page'),
      icon: <ChevronLast className="flips" aria-hidden />,
      to: total_pages,
      // Where the total is not known, neither is the last page.
      isOff: page >= total_pages || is_capped,
    },
  ];
  return (
    <nav className="page-foot" aria-label={t('contacts.pages')}>
      <span className="num" role="status">
        {shown === 0
          ? t('contacts.none_shown', { total: all })
          : t('contacts.shown', { from: count(from), to: count(from + shown - 1), total: all })}
      </span>
      <Menu
        align="end"
        side="top"
        label={t('list.page_size')}
        trigger={
          <Button tone="quiet" size="s">
            {t('contacts.per_page', { n: size })}
          </Button>
        }
      >
        <MenuChoice
          value={String(size)}
          onChange={(next) => change({ size: next })}
          options={sizes.map((one) => ({ value: String(one), children: count(one) }))}
        />
      </Menu>
      <span className="page-steps">
        {steps.map(({ label, icon, to, isOff }) => (
          <IconButton
            key={label}
            size="s"
            side="top"
            label={label}
            icon={icon}
            // It keeps the focus at either end.
            aria-disabled={isOff}
            onClick={() => !isOff && go(to)}
          />
        ))}
      </span>
    </nav>
  );
}
