import type { ComponentProps } from 'react';
import { type FieldError, type FieldErrors, get, useController, useFormContext } from 'react-hook-form';
import { t } from '../../lib/i18n.ts';
import { Button } from '../Button.tsx';
import { Combobox, type Option, Select } from '../Combobox.tsx';
import { Field, Input, PasswordInput, TextArea, useFieldParts } from '../Field.tsx';
import { Checkbox, Switch } from '../Toggle.tsx';
import { Chip, ChipsInput } from './ChipsInput.tsx';
import './admin.css';

export { Chip } from './ChipsInput.tsx';

interface FieldBase {
  /** Path of the member in the form, such as `config.imap.0.host`. */
  name: string;
  label: string;
  help?: string;
  isOptional?: boolean;
}

/** What is wrong with a field, or with anything inside it; undefined when nothing is. */
export function useFieldError(name: string): string | undefined {
  const { formState } = useFormContext();
  return firstMessage(get(formState.errors, name) as FieldError | FieldErrors | undefined);
}

function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  for (const [key, inner] of Object.entries(error)) {
    const found = key === 'ref' ? undefined : firstMessage(inner);
    if (found) return found;
  }
  return undefined;
}

type TextFieldProps = FieldBase & Omit<ComponentProps<typeof Input>, 'name' | 'value' | 'onChange' | 'ref'>;

/** One line of text. */
export function TextField({ name, label, help, isOptional, ...rest }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <Input autoComplete="off" dir="auto" {...rest} {...register(name)} />
    </Field>
  );
}

/** A number; an empty field stays empty text, which the schema refuses or takes as none. */
export function NumberField({ name, label, help, isOptional, ...rest }: TextFieldProps) {
  const { register } = useFormContext();
  const setValueAs = (value: unknown) =>
    typeof value === 'string' && /^\s*-?\d+(\.\d+)?\s*$/.test(value) ? Number(value) : value;
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <Input autoComplete="off" inputMode="numeric" className="num" {...rest} {...register(name, { setValueAs })} />
    </Field>
  );
}

/** A secret: what is stored shows as bullets, which are sent back as they are and mean "keep". */
export function SecretField({ name, label, help, isOptional, ...rest }: TextFieldProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <PasswordInput autoComplete="new-password" {...rest} {...register(name)} />
    </Field>
  );
}

type AreaProps = FieldBase & Omit<ComponentProps<typeof TextArea>, 'name' | 'value' | 'onChange' | 'ref'>;

/** Several lines of text. */
export function TextAreaField({ name, label, help, isOptional, ...rest }: AreaProps) {
  const { register } = useFormContext();
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <TextArea dir="auto" rows={3} {...rest} {...register(name)} />
    </Field>
  );
}

interface SelectFieldProps extends FieldBase {
  options: readonly Option[];
  isDisabled?: boolean;
  /** From the value in the form to the option's, which is text; for ids: `String`, and `Number` the other way. */
  read?: (value: unknown) => string | null;
  write?: (value: string) => unknown;
}

/** One of several; searchable when they are many. */
export function SelectField({ name, label, help, isOptional, options, isDisabled, read, write }: SelectFieldProps) {
  const { field } = useController({ name });
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <Select
        label={label}
        options={options}
        value={read ? read(field.value) : (field.value ?? null)}
        onChange={(value) => field.onChange(write ? write(value) : value)}
        buttonRef={field.ref}
        {...given({ isDisabled })}
      />
    </Field>
  );
}

/** An id or none: "" stands for none in the list of options. */
export const optionalIdField = {
  read: (value: unknown) => (value === null || value === undefined ? '' : String(value)),
  write: (value: string) => (value === '' ? null : Number(value)),
};

/** On or off. */
export function SwitchField({ name, label, help }: FieldBase) {
  const { field } = useController({ name });
  return (
    <div className="field">
      <Switch
        label={label}
        {...given({ help })}
        checked={Boolean(field.value)}
        onChange={(event) => field.onChange(event.target.checked)}
        ref={field.ref}
      />
    </div>
  );
}

/** Chosen or not. */
export function CheckboxField({ name, label, help }: FieldBase) {
  const { field } = useController({ name });
  return (
    <div className="field">
      <Checkbox
        label={label}
        {...given({ help })}
        checked={Boolean(field.value)}
        onChange={(event) => field.onChange(event.target.checked)}
        ref={field.ref}
      />
    </div>
  );
}

interface ManyFieldProps extends FieldBase {
  /** What the button says that adds one; without it "Add" and the label. */
  addLabel?: string;
  options: readonly Option[];
}

/** Several of a list, as chips; the form holds an array of the options' values. */
export function ManyField({ name, label, addLabel, help, isOptional, options }: ManyFieldProps) {
  const { field } = useController({ name });
  const chosen = (field.value ?? []) as string[];
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value;
  const toggle = (value: string) =>
    field.onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]);
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <div className="admin-chips">
        {chosen.map((value) => (
          <Chip key={value} text={labelOf(value)} onRemove={() => toggle(value)} />
        ))}
        <Combobox
          label={label}
          options={options}
          value={chosen}
          isMultiple
          onPick={toggle}
          trigger={<PickButton ref={field.ref}>{addLabel ?? t('globals.messages.add', { name: label })}</PickButton>}
        />
      </div>
    </Field>
  );
}

/** A list of texts that are typed, as chips: Enter or a comma adds one, pasted lines add many. The form holds an array. */
export function TextsField({ name, label, help, isOptional, ...rest }: TextFieldProps) {
  const { field } = useController({ name });
  return (
    <Field label={label} error={useFieldError(name)} {...given({ help, isOptional })}>
      <ChipsInput
        {...rest}
        ref={field.ref}
        texts={(field.value ?? []) as string[]}
        onTexts={field.onChange}
        onBlur={field.onBlur}
      />
    </Field>
  );
}

function PickButton({ children, ...rest }: ComponentProps<'button'>) {
  const parts = useFieldParts();
  return (
    <Button size="s" tone="quiet" {...parts} {...rest}>
      {children}
    </Button>
  );
}

/** Only the members that are there: the components take no undefined. */
function given<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as never;
}
