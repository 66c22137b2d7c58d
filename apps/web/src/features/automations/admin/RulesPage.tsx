import {
  type AutomationType,
  automationTypes,
  type ExecutionMode,
  executionModes,
} from '@bellhop/contract/automations/vocabulary';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus, Workflow } from 'lucide-react';
import { Link, useSearchParams } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { plural, type TextKey, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { toast } from '../../../ui/toast.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { typeTitle, useRuleWorld } from '../../rule-words/index.ts';
import { automationQueries } from '../automations.api.ts';
import { RuleList } from './RuleList.tsx';
import './automations.css';

const descriptions: Record<AutomationType, TextKey> = {
  new_conversation: 'admin.automation.newConversation.description',
  conversation_update: 'admin.automation.conversationUpdate.description',
  time_trigger: 'automation.time.description',
};

/** Automation rules: three lists, each in the order in which its rules run. */
export function Component() {
  const [search] = useSearchParams();
  const type = automationTypes.find((one) => one === search.get('type')) ?? 'new_conversation';
  const query = useQuery(automationQueries.list(type));
  const world = useRuleWorld();
  const add = (
    <Link className={buttonClass({ tone: 'main' })} to={`/admin/automations/new?type=${type}`}>
      <Plus aria-hidden />
      {t('automation.new')}
    </Link>
  );
  return (
    <AdminPage title={plural('globals.terms.automation')} actions={add} isWide>
      <nav className="rule-tabs" aria-label={t('automation.tabs')}>
        {automationTypes.map((one) => (
          <Link key={one} to={`?type=${one}`} replace aria-current={one === type ? 'page' : undefined}>
            {typeTitle(one)}
          </Link>
        ))}
      </nav>
      <div className="rule-head">
        <p>{t(descriptions[type])}</p>
        {type === 'new_conversation' && query.data && query.data.length > 0 && (
          <ModeSelect mode={query.data[0]!.execution_mode} />
        )}
      </div>
      {query.isError && !query.data ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: plural('globals.terms.automationRule') })}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data || !world ? (
        <Skeleton width="100%" height="180px" />
      ) : query.data.length === 0 ? (
        <EmptyState icon={<Workflow aria-hidden />} title={t('automation.empty')} text={t(descriptions[type])} />
      ) : (
        <RuleList key={type} type={type} rules={query.data} world={world} />
      )}
    </AdminPage>
  );
}

const modeTexts: Record<ExecutionMode, TextKey> = {
  all: 'admin.automation.executeAllMatchingRules',
  first_match: 'admin.automation.executeFirstMatchingRule',
};

/** Whether all rules that match run or only the first; takes effect at once. */
function ModeSelect({ mode }: { mode: ExecutionMode }) {
  const client = useQueryClient();
  const { queryKey } = automationQueries.list('new_conversation');
  const change = async (next: ExecutionMode) => {
    if (next === mode) return;
    client.setQueryData(queryKey, (rules) => rules?.map((rule) => ({ ...rule, execution_mode: next })));
    try {
      await api('automations.set_mode', { body: { mode: next } });
    } catch (error) {
      toast.error(toApiError(error).message);
    }
    await client.invalidateQueries({ queryKey });
  };
  return (
    <div className="rule-mode">
      <Select
        label={t('automation.mode')}
        options={executionModes.map((one) => ({ value: one, label: t(modeTexts[one]) }))}
        value={mode}
        onChange={(value) => void change(value === 'first_match' ? 'first_match' : 'all')}
      />
    </div>
  );
}
