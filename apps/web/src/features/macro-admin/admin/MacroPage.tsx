import type { Macro } from '@bellhop/contract';
import { type MacroActionType, macroActionTypes, macroOccasions, macroVisibilities } from '@bellhop/contract/macros';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { get, useController, useFormContext, useWatch } from 'react-hook-form';
import { useNavigate, useParams } from 'react-router';
import { api, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { AdminForm, FormSection } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { ManyField, SelectField, TextField, useFieldError } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { useFocusPlace } from '../../../ui/admin/use-focus-place.ts';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { loadHtmlEditor } from '../../conversations/thread/composer/index.ts';
import { ActionList, type EditedAction, useActionChoices } from '../../macros/actions/index.ts';
import { useTeamOptions } from '../../teams/index.ts';
import { useAgentOptions } from '../../users/index.ts';
import { DeleteMacro } from './DeleteMacro.tsx';
import { MacroForm, macroValues } from './macro-form.ts';

const HtmlEditor = lazy(loadHtmlEditor);
const back = '/admin/conversations/macros';

/** A macro, new or to be changed. */
export function Component() {
  const { id } = useParams();
  const query = useQuery({
    queryKey: ['macros', 'one', Number(id)],
    queryFn: ({ signal }) => api('macros.get', { params: { id: Number(id) } }, { signal }),
    enabled: id !== undefined,
  });
  const term = t('globals.terms.macro', {}, 1);
  const title = id === undefined ? t('globals.messages.new', { name: term }) : (query.data?.name ?? term);
  return (
    <AdminPage title={title} parent={{ title: t('globals.terms.macro', {}, 2), to: back }}>
      {query.isError ? (
        <ErrorPanel
          title={t('admin.list.failed', { name: term })}
          message={toApiError(query.error).message}
          onRetry={() => void query.refetch()}
        />
      ) : id !== undefined && !query.data ? (
        <Skeleton width="60%" height="240px" />
      ) : (
        <Form key={id ?? 'new'} macro={query.data} />
      )}
    </AdminPage>
  );
}

function Form({ macro }: { macro: Macro | undefined }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isDoomed, setDoomed] = useState(false);
  const values = useMemo(() => macroValues(macro), [macro]);
  const renew = () => client.invalidateQueries({ queryKey: ['macros'] });
  const state = useAdminForm({
    schema: MacroForm,
    values,
    basedOn: macro?.updated_at,
    name: ({ name }) => name,
    save: async (body) => {
      await (macro ? api('macros.update', { params: { id: macro.id }, body }) : api('macros.create', { body }));
      await renew();
    },
    onSaved: () => void navigate(back),
  });
  return (
    <AdminForm
      state={state}
      label={t('globals.terms.macro', {}, 1)}
      back={back}
      {...(macro && {
        aside: (
          <Button tone="quiet" onClick={() => setDoomed(true)}>
            {t('macro_admin.delete')}
          </Button>
        ),
      })}
    >
      <TextField name="name" label={t('globals.terms.name', {}, 1)} maxLength={140} />
      <MessageField />
      <FormSection title={t('globals.terms.action', {}, 2)} help={t('macro_admin.actions_help')}>
        <ActionsField />
      </FormSection>
      <FormSection title={t('globals.terms.visibility', {}, 1)}>
        <OwnerFields />
        <ManyField
          name="visible_when"
          label={t('globals.messages.visibleWhen')}
          addLabel={t('admin.macro.visibleWhen.add')}
          options={macroOccasions.map((value) => ({ value, label: t(`macro_admin.when.${value}`) }))}
        />
      </FormSection>
      <DeleteMacro
        macro={isDoomed ? macro : undefined}
        onDelete={async () => {
          state.form.reset(state.form.getValues());
          client.removeQueries({ queryKey: ['macros', 'one', macro?.id] });
          void client.invalidateQueries({ queryKey: ['macros'], exact: true });
        }}
        onDeleted={() => void navigate(back)}
        onClose={() => setDoomed(false)}
      />
    </AdminForm>
  );
}

function MessageField() {
  const { field } = useController({ name: 'message_content' });
  const place = useFocusPlace(field, '[role="textbox"]');
  const problem = useFieldError('message_content');
  const label = t('admin.macro.messageContent');
  return (
    <div ref={place}>
      <Field label={label} help={t('macro_admin.message_help')} error={problem} isOptional>
        <Suspense fallback={<div className="write-wait">{t('globals.terms.loading')}</div>}>
          <HtmlEditor
            html={field.value as string}
            label={label}
            isInvalid={problem !== undefined}
            onChange={field.onChange}
          />
        </Suspense>
      </Field>
    </div>
  );
}

/** A private note and a reply are texts of their own: the message is what a macro has for that (wire B 4.1). */
const offered = macroActionTypes.filter((type) => type !== 'send_private_note' && type !== 'send_reply');

function ActionsField() {
  const { field } = useController({ name: 'actions' });
  const place = useFocusPlace(field);
  const { formState } = useFormContext();
  const choices = useActionChoices([]);
  const problem = useFieldError('actions');
  const problemAt = (index: number) =>
    get(formState.errors, `actions.${index}`) ? t('automation.problem.action_incomplete') : undefined;
  return (
    <div ref={place} className="field">
      <ActionList
        actions={field.value as EditedAction[]}
        onChange={field.onChange}
        types={offered satisfies readonly MacroActionType[]}
        isOnce
        choices={choices}
        problemAt={problemAt}
      />
      {problem && !Array.isArray(formState.errors.actions) && (
        <span className="error">
          <TriangleAlert aria-hidden />
          {problem}
        </span>
      )}
    </div>
  );
}

function OwnerFields() {
  const { visibility, user_id } = useWatch() as { visibility: string; user_id: string | null };
  const teams = useTeamOptions();
  const agents = useAgentOptions(user_id ? Number(user_id) : null);
  const id = { read: (value: unknown) => (value ? String(value) : null) };
  return (
    <>
      <SelectField
        name="visibility"
        label={t('globals.terms.visibility', {}, 1)}
        options={macroVisibilities.map((value) => ({ value, label: t(`macro_admin.visibility.${value}`) }))}
      />
      {visibility === 'team' && (
        <SelectField name="team_id" label={t('globals.terms.team', {}, 1)} options={teams} {...id} />
      )}
      {visibility === 'user' && (
        <SelectField name="user_id" label={t('globals.terms.agent', {}, 1)} options={agents} {...id} />
      )}
    </>
  );
}
