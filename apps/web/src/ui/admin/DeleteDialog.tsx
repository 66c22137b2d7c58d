import type { ConfigEntity, Usage } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { count } from '../../lib/format.ts';
import { plural, type TextKey, t } from '../../lib/i18n.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import { toast } from '../toast.ts';
import { Skeleton } from '../Void.tsx';
import './admin.css';

interface DeleteDialogProps {
  /** What is to go, as people call it; the dialog is open while it is there. */
  name: string | undefined;
  /** What follows from it; a general sentence without. */
  text?: string;
  /** Asks what uses it, such as `() => api('tags.usage', …)`; `key` tells one thing from the other. */
  usage?: { key: readonly unknown[]; load: (signal: AbortSignal) => Promise<Usage> };
  /** Deletes it; rejects with the server's refusal, which is shown in place. */
  onDelete: () => Promise<unknown>;
  onClose: () => void;
  /** Afterwards, instead of only closing: a form leads back to its list. */
  onDeleted?: () => void;
}

/** Asks before something is deleted, and says what uses it. */
export function DeleteDialog({ name, text, usage, onDelete, onClose, onDeleted }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      isOpen={name !== undefined}
      onClose={onClose}
      title={t('admin.delete.title', { name: name ?? '' })}
      description={text ?? t('globals.messages.deletionConfirmation', { name: name ?? '' })}
      action={t('admin.delete.confirm')}
      onConfirm={onDelete}
      onDone={() => {
        toast.success(t('globals.messages.deletedSuccessfully', { name: name ?? '' }));
        onDeleted?.();
      }}
    >
      {usage && name !== undefined && <WhatUsesIt usage={usage} />}
    </ConfirmDialog>
  );
}

function WhatUsesIt({ usage: { key, load } }: { usage: NonNullable<DeleteDialogProps['usage']> }) {
  const { data, isError } = useQuery({
    queryKey: ['usage', ...key],
    queryFn: ({ signal }) => load(signal),
    staleTime: 0,
    gcTime: 0,
    meta: { silent: true },
  });
  if (isError) return <p className="help">{t('admin.delete.usage_unknown')}</p>;
  if (!data) return <Skeleton width="60%" />;
  const { contacts = 0, conversations } = data;
  if (data.total + conversations + contacts === 0) return <p className="help">{t('admin.delete.unused')}</p>;
  return (
    <div className="admin-usage">
      <p>{t('admin.delete.used')}</p>
      <ul>
        {data.used_by.map((user) => (
          <li key={`${user.entity} ${user.id}`}>
            <span className="soft">{entityName(user.entity)}</span> <span dir="auto">{user.name}</span>
          </li>
        ))}
        {data.total > data.used_by.length && (
          <li>{t('admin.delete.used_more', { n: count(data.total - data.used_by.length) })}</li>
        )}
        {conversations > 0 && (
          <li>{t('admin.delete.used_conversations', { n: count(conversations) }, conversations)}</li>
        )}
        {contacts > 0 && <li>{t('admin.delete.used_contacts', { n: count(contacts) }, contacts)}</li>}
      </ul>
    </div>
  );
}

const terms: Record<ConfigEntity, TextKey> = {
  agent: 'globals.terms.agent',
  team: 'globals.terms.team',
  role: 'globals.terms.role',
  inbox: 'globals.terms.inbox',
  business_hours: 'globals.terms.businessHour',
  sla: 'globals.terms.slaPolicy',
  tag: 'globals.terms.tag',
  status: 'globals.terms.status',
  macro: 'globals.terms.macro',
  custom_attribute: 'globals.terms.customAttribute',
  automation: 'globals.terms.automationRule',
  template: 'globals.terms.template',
  oidc: 'globals.terms.sso',
  webhook: 'globals.terms.webhook',
  setting: 'globals.terms.setting',
  notification_settings: 'globals.terms.setting',
  ai_settings: 'globals.terms.setting',
  ai_prompt: 'globals.terms.aiPrompt',
};

/** What people call a kind of configuration; business hours exist in the plural only. */
export function entityName(entity: ConfigEntity): string {
  return entity === 'business_hours' ? plural(terms[entity]) : t(terms[entity], {}, 1);
}
