import { TriangleAlert } from 'lucide-react';
import { type ComponentProps, createContext, type ReactNode, use, useId, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { classNames } from './class-names.ts';
import './field.css';

interface FieldParts {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

const FieldContext = createContext<FieldParts | undefined>(undefined);

interface FieldProps {
  label: string;
  help?: string;
  /** Why the value is refused; stands under the field and is read out with it. */
  error?: string | undefined;
  isOptional?: boolean;
  /** Beside the label, at the end of its line. */
  aside?: ReactNode;
  /** One Input, PasswordInput, TextArea or Select. */
  children: ReactNode;
}

/** Label above, help and error below; the control inside finds its id and descriptions by itself. */
export function Field({ label, help, error, isOptional, aside, children }: FieldProps) {
  const id = useId();
  const note = error ?? help;
  const parts: FieldParts = {
    id,
    ...(note ? { 'aria-describedby': `${id}-note` } : {}),
    ...(error ? { 'aria-invalid': true } : {}),
  };
  return (
    <div className="field">
      <div className="label">
        <label htmlFor={id}>{label}</label>
        {isOptional && <em>{t('globals.terms.optional')}</em>}
        {aside && <span className="end">{aside}</span>}
      </div>
      <FieldContext value={parts}>{children}</FieldContext>
      {note && (
        <span id={`${id}-note`} className={error ? 'error' : 'help'}>
          {error && <TriangleAlert aria-hidden />}
          {note}
        </span>
      )}
    </div>
  );
}

/** Id and descriptions for a control of one's own inside a Field. */
export function useFieldParts(): FieldParts | undefined {
  return use(FieldContext);
}

interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  /** 32 or 40 px high. */
  size?: 'm' | 'l';
}

/** One line of text. */
export function Input({ size = 'm', className, ...rest }: InputProps) {
  return (
    <input {...use(FieldContext)} {...rest} className={classNames('input', size === 'l' && 'input-l', className)} />
  );
}

/** Several lines of text. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...use(FieldContext)} {...rest} className={classNames('input', className)} />;
}

/** A password, masked until its owner wants to see it. */
export function PasswordInput(props: Omit<InputProps, 'type'>) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="input-reveal">
      <Input {...props} type={isShown ? 'text' : 'password'} autoCapitalize="none" spellCheck={false} />
      <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
        {isShown ? t('field.hide') : t('field.show')}
        <span className="vh"> {t('globals.terms.password')}</span>
      </button>
    </div>
  );
}
