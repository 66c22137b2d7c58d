import { t } from '../../../lib/i18n.ts';
import { ReportPage } from '../ReportPage.tsx';
import { ConversationsByDay } from './ConversationsByDay.tsx';
import { LiveTiles } from './LiveTiles.tsx';
import { SlaCard } from './SlaCard.tsx';

/** How things stand now, and what came, went and was kept in the last days (wire B 10). */
export function Component() {
  return (
    <ReportPage title={t('globals.terms.overview', {}, 1)}>
      {() => (
        <>
          <LiveTiles />
          <div className="report-pair">
            <ConversationsByDay />
            <SlaCard />
          </div>
        </>
      )}
    </ReportPage>
  );
}
