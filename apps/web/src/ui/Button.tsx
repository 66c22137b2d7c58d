import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './button.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `main` is the one filled action of a view, `quiet` has no outline, `bad` destroys. */
  tone?: 'plain' | 'main' | 'quiet' | 'bad';
  /** 28, 32 or 40 px high. */
  size?: 's' | 'm' | 'l';
  isWide?: boolean;
  icon?: ReactNode;
}

/** A button; it does not submit a form unless `type="submit"`. */
export function Button({ tone = 'plain', size = 'm', isWide, icon, className, children, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} className={buttonClass({ tone, size, isWide }, className)}>
      {icon}
      {children}
    </button>
  );
}

/** The classes of a button, for links that look like one. */
export function buttonClass(
  { tone = 'plain', size = 'm', isWide }: Pick<ButtonProps, 'tone' | 'size' | 'isWide'> = {},
  ...more: (string | undefined)[]
): string {
  return classNames(
    'btn',
    tone !== 'plain' && `btn-${tone}`,
    size !== 'm' && `btn-${size}`,
    isWide && 'btn-wide',
    ...more,
  );
}
