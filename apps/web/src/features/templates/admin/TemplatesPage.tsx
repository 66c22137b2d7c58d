import type { Template, TemplateRow } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Mail, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { api } from '../../../lib/api.ts';
import { plural, t } from '../../../lib/i18n.ts';
import { AdminPage } from '../../../ui/admin/AdminPage.tsx';
import { type AdminColumn, AdminTable } from '../../../ui/admin/AdminTable.tsx';
import { updatedAtColumn } from '../../../ui/admin/columns.tsx';
import { DeleteRow } from '../../../ui/admin/DeleteRow.tsx';
import { StateLabel } from '../../../ui/Badge.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { MenuItem } from '../../../ui/Menu.tsx';
import { templateQueries } from '../templates.api.ts';
import './templates.css';

const columns: readonly AdminColumn<TemplateRow>[] = [
  {
    id: 'name',
    title: t('globals.terms.name'),
    cell: ({ name, is_default, problems }) => (
      <span className="template-name">
        <span dir="auto">{name}</span>
        {is_default && <StateLabel tone="good">{t('globals.terms.default')}</StateLabel>}
        <Soundness problems={problems} />
      </span>
    ),
    sortBy: ({ name }) => name,
  },
  updatedAtColumn(),
];

/** That mails leave without a template, or with something in it that nobody knows. */
function Soundness({ problems }: Pick<TemplateRow, 'problems'>) {
  if (problems.length === 0) return null;
  if (problems.some(({ severity }) => severity === 'error')) {
    return (
      <StateLabel tone="bad">
        <TriangleAlert className="ico-14" aria-hidden />
        {t('admin.template.broken')}
      </StateLabel>
    );
  }
  return <StateLabel tone="warn">{t('admin.template.to_check', { n: problems.length }, problems.length)}</StateLabel>;
}

/** Templates of one of the two kinds; the address says which. */
export function Component() {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const type = params.get('type') === 'email_notification' ? 'email_notification' : 'email_outgoing';
  const query = useQuery(templateQueries.list(type));
  const [doomed, setDoomed] = useState<TemplateRow>();
  const path = ({ id }: TemplateRow) => `/admin/templates/${id}/edit`;
  const isOutgoing = type === 'email_outgoing';
  return (
    <AdminPage
      title={plural('globals.terms.template')}
      isWide
      {...(isOutgoing && {
        actions: (
          <Link className={buttonClass({ tone: 'main' })} to="/admin/templates/new">
            <Plus aria-hidden />
            {t('globals.messages.new', { name: t('globals.terms.template', {}, 1) })}
          </Link>
        ),
      })}
    >
      <Kinds type={type} />
      <AdminTable
        key={type}
        label={t(isOutgoing ? 'admin.template.outgoingEmailTemplates' : 'admin.template.emailNotificationTemplates')}
        query={query}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowPath={path}
        searchText={({ name }) => name}
        menu={(template) => (
          <>
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => void navigate(path(template))}>
              {t('globals.messages.edit')}
            </MenuItem>
            {!template.is_builtin && (
              <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => setDoomed(template)}>
                {t('globals.messages.delete')}
              </MenuItem>
            )}
          </>
        )}
        empty={{
          icon: <Mail aria-hidden />,
          title: t('admin.template.empty'),
          text: t('admin.template.outgoing.description'),
        }}
      />
      <DeleteRow
        row={doomed}
        name={({ name }) => name}
        text={t('admin.template.deleteConfirmation')}
        entity="template"
        usage={(id, signal) => api('templates.usage', { params: { id } }, { signal })}
        remove={(id) => api('templates.remove', { params: { id } })}
        renews={['templates']}
        onClose={() => setDoomed(undefined)}
      />
    </AdminPage>
  );
}

function Kinds({ type }: { type: Template['type'] }) {
  const kinds = [
    { value: 'email_outgoing', name: t('admin.template.outgoingEmailTemplates') },
    { value: 'email_notification', name: t('admin.template.emailNotificationTemplates') },
  ];
  return (
    <>
      <nav className="template-kinds" aria-label={t('globals.terms.type', {}, 1)}>
        {kinds.map(({ value, name }) => (
          <Link key={value} to={`?type=${value}`} replace {...(value === type && { 'aria-current': 'page' })}>
            {name}
          </Link>
        ))}
      </nav>
      <p className="help template-about">
        {t(
          type === 'email_outgoing' ? 'admin.template.outgoing.description' : 'admin.template.notification.description',
        )}
      </p>
    </>
  );
}
