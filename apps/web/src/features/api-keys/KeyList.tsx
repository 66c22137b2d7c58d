import type { ApiKey } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { toApiError } from '../../lib/api.ts';
import { fullDate, relativeTime } from '../../lib/format.ts';
import { plural, t } from '../../lib/i18n.ts';
import { StateLabel } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EntryBones, EntryList, EntryRow } from '../../ui/EntryList.tsx';
import { useTextAt } from '../../ui/use-now.ts';
import { ErrorPanel } from '../../ui/Void.tsx';
import { apiKeyQueries, type KeysOf } from './api-keys.api.ts';
import { KeyScope } from './KeyScope.tsx';
import { RevokeDialog } from './RevokeDialog.tsx';
import './api-keys.css';

interface KeyListProps {
  whose: KeysOf;
  /** For one's own: opens the form of a key. */
  onEdit?: (key: ApiKey) => void;
}

/** An agent's keys: what they may do, how long, when they were last used; each can be revoked. */
export function KeyList({ whose, onEdit }: KeyListProps) {
  const query = useQuery(apiKeyQueries.of(whose));
  const [doomed, setDoomed] = useState<ApiKey>();
  if (query.isError) {
    const retry = () => void query.refetch();
    return <ErrorPanel title={t('api_keys.failed')} message={toApiError(query.error).message} onRetry={retry} />;
  }
  if (!query.data) return <EntryBones />;
  if (query.data.length === 0) return <p className="muted">{t('api_keys.none')}</p>;
  return (
    <>
      <EntryList label={plural('globals.terms.apiKey')}>
        {query.data.map((key) => (
          <KeyItem key={key.id} item={key} onRevoke={() => setDoomed(key)} onEdit={onEdit} />
        ))}
      </EntryList>
      <RevokeDialog whose={whose} doomed={doomed} onClose={() => setDoomed(undefined)} />
    </>
  );
}

interface KeyItemProps {
  item: ApiKey;
  onRevoke: () => void;
  onEdit: KeyListProps['onEdit'];
}

function KeyItem({ item, onRevoke, onEdit }: KeyItemProps) {
  const { name, key_start, revoked_at } = item;
  const end = useTextAt(60_000, (now) => endOf(item, now));
  const used = useTextAt(60_000, (now) => usageOf(item, now));
  const isOver = useTextAt(60_000, (now) => String(isExpired(item, now))) === 'true';
  return (
    <EntryRow
      icon={<KeyRound aria-hidden />}
      title={
        <>
          <b dir="auto">{name}</b>
          <code className="api-key-start">{key_start}…</code>
          {revoked_at ? (
            <StateLabel tone="off">{t('api_keys.revoked')}</StateLabel>
          ) : (
            isOver && <StateLabel tone="warn">{t('api_keys.expired')}</StateLabel>
          )}
        </>
      }
      actions={
        !revoked_at && (
          <div className="api-key-tools">
            {onEdit && (
              <Button size="s" aria-label={t('api_keys.edit_of', { name })} onClick={() => onEdit(item)}>
                {t('globals.messages.edit')}
              </Button>
            )}
            <Button size="s" aria-label={t('api_keys.revoke_of', { name })} onClick={onRevoke}>
              {t('api_keys.revoke')}
            </Button>
          </div>
        )
      }
    >
      <KeyScope item={item} />
      <span>
        <span>{end}</span>
        <span>{used}</span>
      </span>
    </EntryRow>
  );
}

function isExpired({ expires_at }: ApiKey, now: number): boolean {
  return expires_at !== null && Date.parse(expires_at) <= now;
}

/** When it ends, or ended. */
function endOf(key: ApiKey, now: number): string {
  const { expires_at, revoked_at } = key;
  if (revoked_at) return t('api_keys.revoked_at', { when: fullDate(revoked_at) });
  if (expires_at === null) return t('api_keys.never_expires');
  return t(isExpired(key, now) ? 'api_keys.expired_at' : 'api_keys.expires', { when: fullDate(expires_at) });
}

function usageOf({ last_used_at, last_used_ip }: ApiKey, now: number): string {
  if (last_used_at === null) return t('api_keys.never_used');
  const when = relativeTime(last_used_at, now);
  return last_used_ip ? t('api_keys.last_used_from', { when, ip: last_used_ip }) : t('api_keys.last_used', { when });
}
