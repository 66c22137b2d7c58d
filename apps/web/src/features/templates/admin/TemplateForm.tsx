import type { Template } from '@bellhop/contract';
import { contentSlot } from '@bellhop/rules/template-parse';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type * as z from 'zod';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminForm } from '../../../ui/admin/AdminForm.tsx';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { SwitchField, TextField, useFieldError } from '../../../ui/admin/fields.tsx';
import { useAdminForm } from '../../../ui/admin/use-admin-form.ts';
import { Field, useFieldParts } from '../../../ui/Field.tsx';
import type { InsertText } from './CodeEditor.tsx';
import { TemplatePreview } from './TemplatePreview.tsx';
import { TemplateVariables } from './TemplateVariables.tsx';
import { CheckedTemplate } from './template-problems.ts';
import './templates.css';

const CodeEditor = lazy(() => import('./CodeEditor.tsx'));

interface TemplateFormProps {
  title: string;
  type: Template['type'];
  values: Omit<z.input<typeof CheckedTemplate>, 'based_on'>;
  basedOn?: string;
  save: (values: z.output<typeof CheckedTemplate>) => Promise<unknown>;
}

/** A template, new or not: its code, and beside it how it looks. */
export function TemplateForm({ title, type, ...options }: TemplateFormProps) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const list = `/admin/templates?type=${type}`;
  const insert = useRef<InsertText>(undefined);
  const state = useAdminForm({
    ...options,
    schema: CheckedTemplate,
    name: ({ name }) => name,
    onSaved: () => {
      void client.invalidateQueries({ queryKey: ['templates'] });
      void navigate(list);
    },
  });
  const isOutgoing = type === 'email_outgoing';
  return (
    <AdminPage title={title} isWide parent={{ title: plural('globals.terms.template'), to: list }}>
      <AdminForm state={state} label={title} back={list}>
        <div className="template-columns">
          <div className="template-fields">
            <TextField
              name="name"
              label={t('globals.terms.name')}
              maxLength={140}
              readOnly={!isOutgoing}
              {...(!isOutgoing && { help: t('admin.template.name.fixed') })}
            />
            {!isOutgoing && <TextField name="subject" label={t('globals.terms.subject', {}, 1)} maxLength={1000} />}
            <BodyField onReady={(put) => (insert.current = put)} />
            <TemplateVariables type={type} onPick={(text) => insert.current?.(text)} />
            {isOutgoing && (
              <SwitchField
                name="is_default"
                label={t('admin.template.isDefault')}
                help={t('admin.template.isDefault.description')}
              />
            )}
          </div>
          <TemplatePreview type={type} />
        </div>
      </AdminForm>
    </AdminPage>
  );
}

function BodyField({ onReady }: { onReady: (insert: InsertText) => void }) {
  const { getValues } = useFormContext();
  const isOutgoing = getValues('type') === 'email_outgoing';
  const help = isOutgoing ? t('admin.template.makeSureTemplateHasContent', { content: contentSlot }) : undefined;
  return (
    <Field label={t('admin.template.body')} error={useFieldError('body')} {...(help && { help })}>
      <Suspense fallback={<div className="code-wait">{t('globals.terms.loading')}</div>}>
        <Code onReady={onReady} />
      </Suspense>
    </Field>
  );
}

function Code({ onReady }: { onReady: (insert: InsertText) => void }) {
  const { field } = useController({ name: 'body' });
  const parts = useFieldParts();
  return (
    <CodeEditor
      value={String(field.value)}
      onChange={field.onChange}
      onBlur={field.onBlur}
      label={t('admin.template.body')}
      parts={parts}
      onReady={(insert, focus) => {
        field.ref({ focus });
        onReady(insert);
      }}
    />
  );
}
