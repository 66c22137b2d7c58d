import type { Conversation } from '@bellhop/contract';
import type { Recipients } from '@bellhop/rules/reply-recipients';
import { Eye, TriangleAlert } from 'lucide-react';
import { useId, useState } from 'react';
import { fullName } from '../../../../lib/format.ts';
import { t } from '../../../../lib/i18n.ts';
import { RecipientField } from './RecipientField.tsx';
import { ReplyScopeSwitch } from './ReplyScopeSwitch.tsx';
import type { RecipientsState } from './use-recipients.ts';
import './recipients.css';

interface RecipientLinesProps {
  conversation: Conversation;
  recipients: RecipientsState;
  problem: string | undefined;
  onSend: (isResolving?: boolean) => void;
}

/** To, and Cc and Bcc as far as somebody wants them. */
export function RecipientLines({ conversation: { contact }, recipients, problem, onSend }: RecipientLinesProps) {
  const id = useId();
  const { value, change, typed, type } = recipients;
  const [opened, setOpened] = useState<readonly (keyof Recipients)[]>([]);
  const names = contact.email ? { [contact.email.toLowerCase()]: fullName(contact) } : {};
  const hidden = (['cc', 'bcc'] as const).filter(
    (kind) => value[kind].length === 0 && !typed[kind] && !opened.includes(kind),
  );
  const lines = (['to', 'cc', 'bcc'] as const).filter((kind) => kind === 'to' || !hidden.includes(kind));
  return (
    <div className="recipients">
      <ReplyScopeSwitch recipients={recipients} names={names} />
      {lines.map((kind) => (
        <RecipientField
          key={kind}
          label={labelOf(kind)}
          addresses={value[kind]}
          names={names}
          originOf={recipients.originOf}
          isWanted={opened.includes(kind)}
          describedBy={problem ? id : undefined}
          typed={typed[kind] ?? ''}
          onTyped={(text) => type({ ...typed, [kind]: text })}
          onSend={onSend}
          onChange={(addresses) => {
            // A line that becomes empty stays as long as somebody writes in it.
            if (addresses.length === 0 && !opened.includes(kind)) setOpened([...opened, kind]);
            change(withOut(value, kind, addresses));
          }}
          aside={
            kind === 'to' &&
            hidden.map((one) => (
              <button key={one} type="button" className="recipient-more" onClick={() => setOpened([...opened, one])}>
                {labelOf(one)}
              </button>
            ))
          }
        />
      ))}
      {problem && (
        <p id={id} className="error" role="alert">
          <TriangleAlert aria-hidden />
          {problem}
        </p>
      )}
    </div>
  );
}

/** In place of recipients: whom a note reaches. */
export function NoteLine() {
  return (
    <p className="note-line">
      <Eye className="ico-14" aria-hidden />
      {t('composer.agents_only')}
    </p>
  );
}

function labelOf(kind: keyof Recipients): string {
  return { to: t('thread.to'), cc: t('thread.cc'), bcc: t('thread.bcc') }[kind];
}

/** An address stands in one field only: where it was put last. */
function withOut(value: Recipients, kind: keyof Recipients, addresses: string[]): Recipients {
  const others = (list: readonly string[]) => list.filter((address) => !addresses.includes(address));
  return { to: others(value.to), cc: others(value.cc), bcc: others(value.bcc), [kind]: addresses };
}
