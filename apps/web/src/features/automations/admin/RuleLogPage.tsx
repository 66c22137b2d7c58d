import type { Automation, RuleLogEntry } from '@bellhop/contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Check, ChevronRight, ListChecks, Minus, X } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { count, fullDate, relativeTime } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { LoadedPage } from '../../../ui/admin/LoadedPage.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { eventText, TraceView } from '../../causes/trace/index.ts';
import { conversationPath } from '../../conversations/index.ts';
import { typeTitle } from '../../rule-words/index.ts';
import { automationQueries } from '../automations.api.ts';
import { logPath } from './log-path.ts';
import { RuleFigures } from './RuleFigures.tsx';
import { RuleTabs } from './RuleTabs.tsx';
import './automations.css';

/** What a rule did in the last 90 days, and why; whether only failures are shown stands in the address. */
export function Component() {
  const query = useQuery(automationQueries.one(Number(useParams().id)));
  return (
    <LoadedPage query={query} parent={{ title: t('automation.log'), to: '/admin/automations' }}>
      {(rule) => <Log rule={rule} />}
    </LoadedPage>
  );
}

function Log({ rule }: { rule: Automation }) {
  const { id, name, type } = rule;
  const [search] = useSearchParams();
  const onlyFailed = search.get('failed') === 'true';
  const query = useInfiniteQuery(automationQueries.log(id, onlyFailed));
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query;
  const rows = data?.pages.flatMap(({ results }) => results);
  return (
    <AdminPage title={name} parent={{ title: typeTitle(type), to: `/admin/automations?type=${type}` }}>
      <RuleTabs id={id} />
      <div className="rule-head">
        <RuleFigures rule={rule} />
        <nav className="rule-filter" aria-label={t('automation.log.records')}>
          {[false, true].map((failed) => (
            <Link
              key={String(failed)}
              to={logPath(id, failed)}
              replace
              aria-current={failed === onlyFailed ? 'page' : undefined}
            >
              {t(failed ? 'automation.log.failed' : 'automation.log.all')}
            </Link>
          ))}
        </nav>
      </div>
      {error && !data ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: t('automation.log') })}
          message={toApiError(error).message}
          onRetry={() => void refetch()}
        />
      ) : !rows ? (
        <Skeleton width="100%" height="180px" />
      ) : rows.length === 0 ? (
        <EmptyState
          icon={<ListChecks aria-hidden />}
          title={t('automation.log.empty')}
          text={t(onlyFailed ? 'automation.log.empty.failed' : 'automation.log.empty.text')}
        />
      ) : (
        <ul className="rule-log" aria-label={t('automation.log.records')}>
          {rows.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {rows && rows.length > 0 && (
        <div className="admin-foot">
          <span role="status" className="num">
            {hasNextPage
              ? t('admin.webhook.log.newest', { n: count(rows.length) })
              : t('automation.log.shown', { n: count(rows.length) }, rows.length)}
          </span>
          {hasNextPage && (
            <Button
              size="s"
              aria-disabled={isFetchingNextPage}
              onClick={() => !isFetchingNextPage && void fetchNextPage()}
            >
              {t('admin.webhook.log.older')}
            </Button>
          )}
        </div>
      )}
    </AdminPage>
  );
}

const looks = {
  done: { tone: 'good', icon: <Check aria-hidden /> },
  failed: { tone: 'bad', icon: <X aria-hidden /> },
  skipped: { tone: 'off', icon: <Minus aria-hidden /> },
} as const;

/** What came of it as a whole. */
function resultOf({ failed, trace: { actions } }: RuleLogEntry): keyof typeof looks {
  if (failed) return 'failed';
  return actions.length > 0 && actions.every(({ result }) => result === 'skipped') ? 'skipped' : 'done';
}

/** One record: what it was about in a line, all of it when opened. */
function Entry({ entry }: { entry: RuleLogEntry }) {
  const { conversation, created_at, trace } = entry;
  const result = resultOf(entry);
  const { tone, icon } = looks[result];
  return (
    <li>
      <details>
        <summary>
          <ChevronRight className="flips" aria-hidden />
          <StateLabel tone={tone}>
            {icon}
            {t(`causes.result.${result}`)}
          </StateLabel>
          <span className="rule-log-text" dir="auto">
            {conversation ? conversation.subject : t('automation.log.hidden')}
            {trace.event && <small>{eventText(trace.event.kind)}</small>}
          </span>
          <time className="num" dateTime={created_at} title={fullDate(created_at)}>
            {relativeTime(created_at)}
          </time>
        </summary>
        {conversation && (
          <p>
            <Link className="link num" to={conversationPath({ kind: 'all' }, conversation.uuid)}>
              {t('globals.terms.conversation', {}, 1)} #{conversation.reference_number}
            </Link>
          </p>
        )}
        <TraceView cause={entry} isOfRule />
      </details>
    </li>
  );
}
