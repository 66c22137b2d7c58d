import type { ApiKey, NewApiKey } from '@bellhop/contract';
import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { KeyList } from './KeyList.tsx';
import { MadeKey } from './MadeKey.tsx';

/** Its checks come with the schema library, for which the list does not wait. */
const KeyDialog = lazy(async () => ({ default: (await import('./admin/KeyDialog.tsx')).KeyDialog }));

/** One's own keys, with a form for a new or changed one; a new one is shown once. */
export function OwnKeys() {
  /** The one in the dialog, null for a new one; undefined while it is closed. */
  const [edited, setEdited] = useState<ApiKey | null>();
  const [made, setMade] = useState<NewApiKey>();
  return (
    <>
      <div>
        <Button tone="main" icon={<Plus aria-hidden />} onClick={() => setEdited(null)}>
          {t('globals.messages.new', { name: t('globals.terms.apiKey', {}, 1) })}
        </Button>
      </div>
      <KeyList whose="me" onEdit={setEdited} />
      <Suspense>
        <KeyDialog edited={edited} onClose={() => setEdited(undefined)} onMade={setMade} />
      </Suspense>
      <MadeKey made={made} onClose={() => setMade(undefined)} />
    </>
  );
}
