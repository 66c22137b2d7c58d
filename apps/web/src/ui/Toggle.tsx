import { type ComponentProps, useId } from 'react';
import { classNames } from './class-names.ts';
import './field.css';

type BoxProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Visible name; without it give `aria-label`. */
  label?: string;
  help?: string;
};

/** On or off, with effect at once. */
export function Switch(props: BoxProps) {
  return <Box {...props} role="switch" box="switch" />;
}

/** Chosen or not, with effect on saving. */
export function Checkbox(props: BoxProps) {
  return <Box {...props} box="tick" />;
}

function Box({ label, help, box, className, ...rest }: BoxProps & { box: string }) {
  const id = useId();
  const input = <input id={id} {...rest} type="checkbox" className={classNames(box, className)} />;
  if (!label) return input;
  return (
    <div className="setting">
      {input}
      <label htmlFor={id}>
        {label}
        {help && <span className="help">{help}</span>}
      </label>
    </div>
  );
}
