import type { ConversationListItem } from '@bellhop/contract';
import { X } from 'lucide-react';
import { count } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Checkbox } from '../../../ui/Toggle.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { ActionMenus } from './ActionMenus.tsx';
import { addTicks, dropTicks } from './selection.ts';

interface BulkBarProps {
  title: string;
  /** Name of the list. */
  list: string;
  rows: readonly ConversationListItem[];
  ticked: readonly ConversationListItem[];
}

/** In place of the list's header while rows are ticked: how many, all of them, and what to do with them. */
export function BulkBar({ title, list, rows, ticked }: BulkBarProps) {
  const isAll = ticked.length === rows.length;
  const n = ticked.length;
  const text = t('selection.count', { n }, n);
  // Beside seven buttons a phone has room for the number alone.
  const isPhone = useMedia(screens.phone);
  return (
    <div className="bar bulk-bar" data-toasts="below">
      <h1 className="vh">{title}</h1>
      <Checkbox
        aria-label={t('selection.all_loaded')}
        title={t('selection.all_loaded')}
        checked={isAll}
        onChange={() =>
          isAll
            ? dropTicks()
            : addTicks(
                list,
                rows.map(({ uuid }) => uuid),
              )
        }
      />
      <strong className="cut grow">
        {isPhone && <span aria-hidden="true">{count(n)}</span>}
        <span className={isPhone ? 'vh' : undefined}>{text}</span>
      </strong>
      <ActionMenus list={list} targets={ticked} />
      <IconButton label={t('selection.clear')} keys="Escape" icon={<X aria-hidden />} onClick={() => dropTicks()} />
    </div>
  );
}
