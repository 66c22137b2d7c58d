import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleDashed } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Bell } from '../../../ui/Bell.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Kbd } from '../../../ui/Kbd.tsx';
import { EmptyState } from '../../../ui/Void.tsx';
import { conversationQueries } from '../conversations.api.ts';
import { listPath } from '../paths.ts';
import { useListParams } from './use-list-params.ts';

/** The right-hand side while no conversation is open: says so, or that nobody waits, with the one next step. */
export function Component() {
  const { params } = useListParams();
  // Only looks at what the list beside it has fetched.
  const { data } = useInfiniteQuery({ ...conversationQueries.list(params), enabled: false });
  const mayTakeNext = useCan('conversations:read_unassigned') && params.scope.kind !== 'unassigned';
  const isDone = data?.pages[0]?.results.length === 0 && params.scope.kind === 'assigned';
  const next = (
    <Link className={buttonClass()} to={listPath({ kind: 'unassigned' })}>
      <CircleDashed aria-hidden />
      {t('list.nothing_open.action')}
      <Kbd keys="g u" />
    </Link>
  );
  return (
    <section className="talk is-empty" data-toasts="inside" aria-label={t('thread.label')}>
      {isDone ? (
        <EmptyState
          icon={<Bell />}
          title={t('list.nothing_open.title')}
          text={t('list.nothing_open.text')}
          action={mayTakeNext && next}
        />
      ) : (
        <EmptyState icon={<Bell />} title={t('list.select.title')} text={t('list.select.text')} />
      )}
    </section>
  );
}
