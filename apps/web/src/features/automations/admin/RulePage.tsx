import type { Automation, AutomationType } from '@bellhop/contract';
import { automationTypes } from '@bellhop/contract/automations/vocabulary';
import { readRule } from '@bellhop/rules/automations/read-rule';
import type { RuleWorld } from '@bellhop/rules/automations/rule-problems';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { DeleteDialog } from '../../../ui/admin/DeleteDialog.tsx';
import { SwitchField, TextField } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { ruleInWords, typeTitle, useRuleWorld } from '../../rule-words/index.ts';
import { automationQueries } from '../automations.api.ts';
import { RuleSentence } from './RuleSentence.tsx';
import { RuleTabs } from './RuleTabs.tsx';
import { type RuleFormValues, ruleSchema, ruleValues } from './rule-form.ts';
import { TryRule } from './TryRule.tsx';
import './automations.css';

/** A rule, new (`?type=`) or to be changed. */
export function Component() {
  const { id } = useParams();
  const [search] = useSearchParams();
  const world = useRuleWorld();
  const query = useQuery({ ...automationQueries.one(Number(id)), enabled: id !== undefined });
  const asked = automationTypes.find((type) => type === search.get('type')) ?? 'new_conversation';
  const type = query.data?.type ?? asked;
  const parent = { title: typeTitle(type), to: `/admin/automations?type=${type}` };
  const title = id === undefined ? t('automation.new') : (query.data?.name ?? plural('globals.terms.automation'));
  if (query.isError) {
    return (
      <AdminPage title={title} parent={parent}>
        <ErrorPanel
          title={t('admin.list.failed', { name: t('globals.terms.automationRule', {}, 1) })}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      </AdminPage>
    );
  }
  const isReady = world && (id === undefined || query.data);
  return (
    <AdminPage title={title} parent={parent}>
      {query.data && <RuleTabs id={query.data.id} />}
      {isReady ? (
        <RuleForm key={id ?? asked} rule={query.data} type={type} world={world} back={parent.to} />
      ) : (
        <Skeleton width="60%" height="240px" />
      )}
    </AdminPage>
  );
}

interface RuleFormProps {
  rule: Automation | undefined;
  type: AutomationType;
  world: RuleWorld;
  back: string;
}

function RuleForm({ rule, type, world, back }: RuleFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDoomed, setDoomed] = useState(false);
  const schema = useMemo(() => ruleSchema(world), [world]);
  const values = useMemo(() => ruleValues(rule, type), [rule, type]);
  const renew = () => client.invalidateQueries({ queryKey: ['automations'] });
  const state = useAdminForm({
    schema,
    values,
    basedOn: rule?.updated_at,
    name: ({ name }) => name,
    save: async (body) => {
      await (rule ? api('automations.update', { params: { id: rule.id }, body }) : api('automations.create', { body }));
      await renew();
    },
    onSaved: () => void navigate(back),
  });
  return (
    <AdminForm
      state={state}
      label={t('globals.terms.automationRule', {}, 1)}
      back={back}
      {...(rule && {
        aside: (
          <Button tone="quiet" onClick={() => setDoomed(true)}>
            {t('automation.delete')}
          </Button>
        ),
      })}
    >
      <TextField
        name="name"
        label={t('globals.terms.name', {}, 1)}
        help={t('admin.automation.name.description')}
        maxLength={140}
      />
      <TextField
        name="description"
        label={t('globals.terms.description', {}, 1)}
        help={t('admin.automation.description.description')}
        maxLength={300}
      />
      {rule && <SwitchField name="enabled" label={t('globals.terms.enabled')} />}
      <SwitchField name="shadow" label={t('automation.shadow')} help={t('automation.shadow.help')} />
      <InWords world={world} />
      <RuleSentence type={type} world={world} />
      <TryRule ruleId={rule?.id} type={type} world={world} />
      <DeleteDialog
        name={isDoomed ? rule?.name : undefined}
        text={t('automation.delete.text')}
        onDelete={async () => {
          if (rule) await api('automations.remove', { params: { id: rule.id } });
          state.form.reset(state.form.getValues());
          client.removeQueries({ queryKey: ['automations', 'one', rule?.id] });
          void client.invalidateQueries({ queryKey: ['automations', 'list'] });
        }}
        onDeleted={() => void navigate(back)}
        onClose={() => setDoomed(false)}
      />
    </AdminForm>
  );
}

/** The whole rule as one sentence, kept up with every change. */
function InWords({ world }: { world: RuleWorld }) {
  const values = useWatch() as RuleFormValues;
  const sentence = ruleInWords({ type: values.type, events: values.events ?? [], body: readRule(values.rules) }, world);
  return (
    <section className="rule-said" aria-label={t('automation.in_words')} aria-live="polite">
      <p>{sentence}</p>
    </section>
  );
}
