import type { Contact } from '@bellhop/contract';
import { isEmail } from '@bellhop/contract/formats';
import { type FormEvent, type RefObject, useMemo, useRef, useState } from 'react';
import { ApiError, toApiError } from '../../../lib/api.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Select } from '../../../ui/Combobox.tsx';
import { Field, Input } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/toast.ts';
import { useUnsaved } from '../../../ui/unsaved.tsx';
import { type ContactForm as Form, formOf, useSaveContact } from '../contacts.api.ts';
import { callingCodeOptions, countryOptions } from '../countries.ts';
import { ContactFacts } from './ContactFacts.tsx';

type Problems = Partial<Record<keyof Form, string>>;

/** Name, address, telephone and country; facts to read for those who may not change them. */
export function ContactForm({ contact }: { contact: Contact }) {
  return useCan('contacts:write') ? <Editable contact={contact} /> : <ContactFacts contact={contact} />;
}

function Editable({ contact }: { contact: Contact }) {
  const stored = formOf(contact);
  /** What was changed; the rest follows what is stored, also when somebody else changes it. */
  const [changes, setChanges] = useState<Partial<Form>>({});
  const [problems, setProblems] = useState<Problems>({});
  const form = useRef<HTMLFormElement>(null);
  const { mutate, isPending } = useSaveContact(contact);
  const values = { ...stored, ...changes };
  const isChanged = (Object.keys(changes) as (keyof Form)[]).some((name) => values[name].trim() !== stored[name]);
  useUnsaved(isChanged);

  const set = (name: keyof Form, value: string) => {
    setChanges((before) => ({ ...before, [name]: value }));
    setProblems(({ [name]: _solved, ...rest }) => rest);
  };
  const refuse = (found: Problems) => {
    setProblems(found);
    focusFirst(form, found);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPending) return;
    const found = problemsOf(values);
    if (Object.keys(found).length > 0) return refuse(found);
    mutate(values, {
      onSuccess: () => {
        setChanges({});
        toast.success(t('globals.messages.savedSuccessfully', { name: values.first_name.trim() }));
      },
      onError: (error) => {
        const refused = refusedBy(error);
        if (Object.keys(refused).length > 0) refuse(refused);
        else toast.error(toApiError(error).message);
      },
    });
  };
  const field = (name: keyof Form, label: string, attributes: Omit<Parameters<typeof Input>[0], 'size'> = {}) => (
    <Field label={label} error={problems[name]}>
      <Input
        name={name}
        value={values[name]}
        dir="auto"
        autoComplete="off"
        onChange={(event) => set(name, event.target.value)}
        {...attributes}
      />
    </Field>
  );
  return (
    <form ref={form} className="contact-form" onSubmit={submit} noValidate aria-label={t('contacts.details')}>
      <div className="contact-pair">
        {field('first_name', t('globals.terms.firstName'), { maxLength: 140 })}
        {field('last_name', t('globals.terms.lastName'), { maxLength: 140 })}
      </div>
      {field('email', t('globals.terms.email'), { type: 'email', maxLength: 320 })}
      <div className="contact-pair is-phone">
        <Codes value={values.phone_number_calling_code} onChange={(code) => set('phone_number_calling_code', code)} />
        {field('phone_number', t('globals.terms.phoneNumber'), { type: 'tel', inputMode: 'tel', maxLength: 20 })}
      </div>
      <Countries value={values.country} onChange={(country) => set('country', country)} />
      <div className="contact-form-foot">
        <Button type="submit" tone="main" aria-disabled={isPending}>
          {isPending ? t('globals.messages.saving') : t('globals.messages.saveChanges')}
        </Button>
        {isChanged && !isPending && (
          <Button
            tone="quiet"
            onClick={() => {
              setChanges({});
              setProblems({});
            }}
          >
            {t('contacts.discard')}
          </Button>
        )}
      </div>
    </form>
  );
}

function Codes({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const options = useMemo(() => withPresent(callingCodeOptions(t('details.no_value')), value), [value]);
  return (
    <Field label={t('contacts.calling_code')}>
      <Select label={t('contacts.calling_code')} options={options} value={value} onChange={onChange} />
    </Field>
  );
}

function Countries({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const options = useMemo(() => withPresent(countryOptions(t('details.no_value')), value), [value]);
  return (
    <Field label={t('contacts.field.country')}>
      <Select label={t('contacts.field.country')} options={options} value={value} onChange={onChange} />
    </Field>
  );
}

/** A stored value that is not offered stays choosable. */
function withPresent(options: { value: string; label: string }[], value: string) {
  return options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
}

function problemsOf(values: Form): Problems {
  const name = values.first_name.trim();
  return {
    ...(name ? {} : { first_name: t('contacts.first_name_missing') }),
    ...(isEmail(values.email.trim()) ? {} : { email: t('globals.messages.invalidEmailAddress') }),
    ...(/^[\d\s().-]*$/.test(values.phone_number) ? {} : { phone_number: t('contacts.phone_invalid') }),
  };
}

/** The members that the server refuses, each with its reason. */
function refusedBy(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'contact.email_taken') return { email: error.message };
  if (error.code !== 'input.invalid' || typeof error.data !== 'object') return {};
  return (error.data ?? {}) as Problems;
}

function focusFirst(form: RefObject<HTMLFormElement | null>, problems: Problems): void {
  const wrong = [...(form.current?.elements ?? [])].find(
    (element) => element instanceof HTMLInputElement && element.name in problems,
  );
  if (wrong instanceof HTMLInputElement) wrong.focus();
}
