import { Button, type ButtonProps } from './Button.tsx';
import { classNames } from './class-names.ts';
import { Tooltip } from './Tooltip.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'isWide'> {
  /** Name for everybody: read out, and shown as the tooltip. */
  label: string;
  keys?: string;
  side?: 'top' | 'right' | 'bottom' | 'left';
}

/** A button that is only a picture; its name and key stand in the tooltip. */
export function IconButton({ label, keys, side = 'bottom', tone = 'quiet', className, ...rest }: IconButtonProps) {
  return (
    <Tooltip label={label} keys={keys} side={side}>
      <Button {...rest} tone={tone} aria-label={label} className={classNames('btn-icon', className)} />
    </Tooltip>
  );
}
