import { QueryClientProvider } from '@tanstack/react-query';
import { t } from '../../lib/i18n.ts';
import { createQueryClient } from '../../lib/query-client.ts';
import { useTitle } from '../../lib/title.ts';
import { TooltipProvider } from '../../ui/Tooltip.tsx';
import { SecondFactorPanel } from '../second-factor/index.ts';
import { Door } from './Door.tsx';

const client = createQueryClient();

/** All that somebody sees whose role requires a second factor, until there is one. */
export function EnrolPage({ onEnrolled }: { onEnrolled: () => void }) {
  useTitle(t('secondFactor.title'));
  return (
    <QueryClientProvider client={client}>
      <TooltipProvider>
        <Door heading={t('secondFactor.title')}>
          <p className="door-about">{t('secondFactor.required.text')}</p>
          <div className="door-parts">
            <SecondFactorPanel onEnrolled={onEnrolled} />
          </div>
          <p className="door-way">
            <a href="/logout">{t('secondFactor.required.leave')}</a>
          </p>
        </Door>
      </TooltipProvider>
    </QueryClientProvider>
  );
}
