import { History } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { toast } from '../../../../ui/toast.ts';
import type { ComposeMode, Draft } from '../../drafts/draft.ts';
import { serverDrafts } from '../../drafts/server-drafts.ts';
import { drafts, useDraftState } from '../../drafts.ts';
import './composer.css';

/** When another text of the same draft was written elsewhere: nothing is overwritten before the agent has chosen. */
export function OtherDraftLine({ uuid, mode }: { uuid: string; mode: ComposeMode }) {
  const { other } = useDraftState(uuid, mode);
  if (!other) return null;
  const takeOther = () =>
    void serverDrafts()
      .takeOther(uuid, mode)
      .then((mine) => offerBack(uuid, mode, mine));
  return (
    <div className="composer-line" role="status">
      <History className="ico-14" aria-hidden />
      <span className="grow">{other.isNewer ? t('draft.newer') : t('draft.displaced')}</span>
      <Button size="s" tone="quiet" onClick={takeOther}>
        {t('draft.use_it')}
      </Button>
      <Button size="s" tone="quiet" onClick={() => drafts().choose(uuid, mode, 'mine')}>
        {other.isNewer ? t('draft.keep_mine') : t('draft.keep_this')}
      </Button>
    </div>
  );
}

/** Says that one text was put in the place of another, and how to take that back. */
export function offerBack(uuid: string, mode: ComposeMode, gone: Draft | undefined): void {
  if (!gone) return;
  toast.plain(t('draft.replaced'), {
    id: `replaced-${uuid}-${mode}`,
    action: { label: t('undo.undo'), onClick: () => drafts().replace(uuid, mode, gone) },
  });
}
