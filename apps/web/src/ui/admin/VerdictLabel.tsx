import type { InboxHealth } from '@bellhop/contract';
import { CircleAlert, CircleCheck, CirclePause, Loader, type LucideIcon, MoonStar, TriangleAlert } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { StateLabel } from '../Badge.tsx';
import './verdict.css';

type Verdict = InboxHealth['verdict'];
const signs: Record<Verdict, [icon: LucideIcon, tone: 'good' | 'warn' | 'bad' | 'off']> = {
  ok: [CircleCheck, 'good'],
  connecting: [Loader, 'off'],
  trouble: [TriangleAlert, 'warn'],
  silent: [MoonStar, 'warn'],
  stopped: [CircleAlert, 'bad'],
  disabled: [CirclePause, 'off'],
};

/** How a mailbox is doing, in a word and a sign. */
export function VerdictLabel({ verdict }: { verdict: Verdict }) {
  const [Icon, tone] = signs[verdict];
  return (
    <StateLabel tone={tone}>
      <Icon className="verdict-icon" aria-hidden />
      {t(`admin.inbox.verdict.${verdict}`)}
    </StateLabel>
  );
}
