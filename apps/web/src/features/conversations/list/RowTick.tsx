import { memo } from 'react';
import { t } from '../../../lib/i18n.ts';
import { classNames } from '../../../ui/class-names.ts';
import { toggleTick, useIsTicked } from './selection.ts';

interface RowTickProps {
  /** Name of the list. */
  list: string;
  uuid: string;
  /** Whose conversation it is. */
  name: string;
  /** Shift was held: every row from the last ticked one. */
  onExtend: (uuid: string) => void;
}

/** In place of a row's picture, with the pointer over it, on touch, and while any row is ticked. Its key is `x`. */
export const RowTick = memo(function RowTick({ list, uuid, name, onExtend }: RowTickProps) {
  const isTicked = useIsTicked(list, uuid);
  return (
    <label className={classNames('row-tick', isTicked && 'is-ticked')}>
      <input
        type="checkbox"
        className="tick"
        tabIndex={-1}
        aria-label={t('selection.tick', { name })}
        checked={isTicked}
        onChange={({ nativeEvent }) => {
          if (nativeEvent instanceof MouseEvent && nativeEvent.shiftKey) onExtend(uuid);
          else toggleTick(list, uuid);
        }}
      />
    </label>
  );
});
