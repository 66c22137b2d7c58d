import type { Passkey } from '@bellhop/contract';
import { KeyRound, Pencil, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { api } from '../../lib/api.ts';
import { fullDate } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { StateLabel } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, Input } from '../../ui/Field.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { AskRemoval } from './AskRemoval.tsx';
import { type FactorWork, Refusal } from './factor-work.tsx';
import { makePasskey, passkeyProblem } from './passkeys.ts';

/** One's passkeys, with a way to add, rename and remove them. */
export function Passkeys({ own, change, problem, isBusy, onEnrolled }: FactorWork) {
  const [renamed, setRenamed] = useState<Passkey>();
  const [removed, setRemoved] = useState<Passkey>();
  const [isNaming, setNaming] = useState(false);
  const [failure, setFailure] = useState<string>();
  const add = async (name: string) => {
    setNaming(false);
    setFailure(undefined);
    const options = await change('passkeys', () => api('account.begin_passkey', {}));
    if (!options) return;
    try {
      const response = await makePasskey(options);
      const enrolled = await change('passkeys', () => api('account.add_passkey', { body: { name, response } }));
      if (enrolled) onEnrolled(enrolled);
    } catch (error) {
      setFailure(passkeyProblem(error) ?? t('secondFactor.passkey.stopped'));
    }
  };
  const title = t('secondFactor.passkey.title');
  return (
    <section className="factor-part" aria-label={title}>
      <h2>
        {title} {own.passkeys.length > 0 && <StateLabel tone="good">{t('secondFactor.on')}</StateLabel>}
      </h2>
      <p className="muted">{t('secondFactor.passkey.about')}</p>
      {own.passkeys.length > 0 && (
        <ul>
          {own.passkeys.map((passkey) => (
            <li key={passkey.id}>
              <KeyRound aria-hidden />
              <span className="factor-what">
                <b dir="auto">{passkey.name}</b>
                <span>{aboutOf(passkey)}</span>
              </span>
              <IconButton
                label={t('secondFactor.passkey.rename', { name: passkey.name })}
                icon={<Pencil aria-hidden />}
                onClick={() => setRenamed(passkey)}
              />
              <IconButton
                label={t('secondFactor.passkey.remove', { name: passkey.name })}
                icon={<Trash2 aria-hidden />}
                onClick={() => setRemoved(passkey)}
              />
            </li>
          ))}
        </ul>
      )}
      <Refusal text={failure ?? problem('passkeys')} />
      <Hindrance own={own} />
      {canMakeHere(own.passkey_host) && (
        <div className="factor-tools">
          <Button aria-disabled={isBusy} onClick={() => setNaming(true)}>
            {t('secondFactor.passkey.add')}
          </Button>
        </div>
      )}
      <NameDialog
        isOpen={isNaming}
        title={t('secondFactor.passkey.add')}
        name=""
        action={t('secondFactor.continue')}
        onClose={() => setNaming(false)}
        onNamed={(name) => void add(name)}
      />
      <NameDialog
        isOpen={renamed !== undefined}
        title={t('secondFactor.passkey.renameTitle')}
        name={renamed?.name ?? ''}
        action={t('globals.messages.save')}
        onClose={() => setRenamed(undefined)}
        onNamed={(name) => {
          const id = renamed!.id;
          setRenamed(undefined);
          void change('passkeys', () => api('account.rename_passkey', { params: { id }, body: { name } }));
        }}
      />
      <AskRemoval
        own={own}
        name={removed?.name}
        onClose={() => setRemoved(undefined)}
        onRemove={() => void change('passkeys', () => api('account.remove_passkey', { params: { id: removed!.id } }))}
      />
    </section>
  );
}

/** Why none can be made here, or that they hang on the address. */
function Hindrance({ own: { passkey_host: host } }: Pick<FactorWork, 'own'>) {
  if (host === null) return <p className="muted">{t('secondFactor.passkey.needsTls')}</p>;
  if (!canMakeHere(host)) return <p className="muted">{t('secondFactor.passkey.otherHost', { host })}</p>;
  return <p className="help">{t('secondFactor.passkey.bound', { host })}</p>;
}

function canMakeHere(host: string | null): boolean {
  return host !== null && window.location.hostname === host && 'PublicKeyCredential' in window;
}

function aboutOf({ works, created_at, last_used_at }: Passkey): string {
  if (!works) return t('secondFactor.passkey.dead');
  if (last_used_at) return t('secondFactor.lastUsed', { when: fullDate(last_used_at) });
  return t('secondFactor.added', { when: fullDate(created_at) });
}

interface NameDialogProps {
  isOpen: boolean;
  title: string;
  name: string;
  action: string;
  onClose: () => void;
  onNamed: (name: string) => void;
}

function NameDialog({ isOpen, title, name, action, onClose, onNamed }: NameDialogProps) {
  const [error, setError] = useState<string>();
  const close = () => {
    setError(undefined);
    onClose();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = String(new FormData(event.currentTarget).get('name')).trim();
    if (!typed) return setError(t('secondFactor.passkey.nameRequired'));
    setError(undefined);
    onNamed(typed);
  };
  return (
    <Dialog
      isOpen={isOpen}
      isKept
      onClose={close}
      title={title}
      footer={
        <Button type="submit" form="passkey-name" tone="main">
          {action}
        </Button>
      }
    >
      <form id="passkey-name" noValidate onSubmit={submit}>
        <Field label={t('globals.terms.name')} help={t('secondFactor.passkey.nameHelp')} error={error}>
          <Input name="name" defaultValue={name} maxLength={80} autoComplete="off" data-autofocus />
        </Field>
      </form>
    </Dialog>
  );
}
