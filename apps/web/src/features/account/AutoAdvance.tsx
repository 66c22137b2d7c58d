import { useId } from 'react';
import { advances, saveAutoAdvance, useAutoAdvance } from '../../lib/auto-advance.ts';
import { t } from '../../lib/i18n.ts';

/** Where resolving, snoozing and handing over lead, for this agent on this device. */
export function AutoAdvance() {
  const id = useId();
  const chosen = useAutoAdvance();
  return (
    <fieldset className="advance" aria-describedby={`${id}-help`}>
      <legend>{t('keyboard.advance.title')}</legend>
      <p id={`${id}-help`} className="help">
        {t('keyboard.advance.help')}
      </p>
      {advances.map((advance) => (
        <label key={advance}>
          <input
            type="radio"
            name={id}
            value={advance}
            checked={advance === chosen}
            onChange={() => saveAutoAdvance(advance)}
          />
          {t(`keyboard.advance.${advance}`)}
        </label>
      ))}
    </fieldset>
  );
}
