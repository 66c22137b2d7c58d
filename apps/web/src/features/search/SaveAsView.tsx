import { useInfiniteQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/toast.ts';
import { listPath } from '../conversations/index.ts';
import { ViewDialog } from '../views/index.ts';
import { type SearchSort, searchQueries } from './search.api.ts';

/** Makes a view of a search as far as its terms can be filters; says which of them cannot. */
export function SaveAsView({ query, sort }: { query: string; sort: SearchSort }) {
  const mayManage = useCan('view:manage');
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // Only looks at what the results beside it have fetched.
  const { data } = useInfiniteQuery({ ...searchQueries.everything(query, sort), enabled: false });
  const first = data?.pages[0];
  if (!mayManage || !first || (!first.view_filters && first.view_blockers.length === 0)) return null;
  const { view_filters: filters, view_blockers: blockers } = first;
  const open = () => {
    if (filters) setOpen(true);
    else
      toast.plain(t('search.no_view', { terms: blockers.map((term) => term.replace(/\*$/, '')).join(', ') }), {
        id: 'no-view',
      });
  };
  return (
    <>
      <Button tone="quiet" size="s" icon={<ListFilter aria-hidden />} onClick={open}>
        {t('search.save_view')}
      </Button>
      {filters && (
        <ViewDialog
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          filters={filters}
          onSaved={(view) => void navigate(listPath({ kind: 'view', view_id: view.id }))}
        />
      )}
    </>
  );
}
