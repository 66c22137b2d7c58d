import { t } from '../../lib/i18n.ts';
import { Kbd } from '../../ui/Kbd.tsx';

/** The keys of the palette itself; told by the list's roles to those who listen. */
export function PaletteFoot({ isNested, hint }: { isNested: boolean; hint: string | undefined }) {
  return (
    <div className="pal-foot" aria-hidden="true">
      <span>
        <Kbd keys="Enter" isLiteral />
        {t('palette.choose')}
      </span>
      {hint && (
        <span>
          <Kbd keys="mod+Enter" isLiteral />
          {hint}
        </span>
      )}
      <span className="pal-foot-move">
        <Kbd keys="ArrowUp" isLiteral />
        <Kbd keys="ArrowDown" isLiteral />
        {t('palette.move')}
      </span>
      {isNested && (
        <span>
          <Kbd keys="Backspace" isLiteral />
          {t('palette.back')}
        </span>
      )}
      <span className="end">
        <Kbd keys="Escape" isLiteral />
        {t('palette.close')}
      </span>
    </div>
  );
}
