import { RotateCcw } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { keyGroups } from '../../lib/key-groups.ts';
import { noKeyChanges, saveKeys, useKeyChanges } from '../../lib/key-map.ts';
import { Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Toggle.tsx';
import { AccountPage } from './AccountPage.tsx';
import { AutoAdvance } from './AutoAdvance.tsx';
import { KeyRow } from './KeyRow.tsx';

/** Which keys do what, for this agent on this device: each can be changed or switched off, and all of them at once. */
export function Component() {
  const changes = useKeyChanges();
  const isPlain = !changes.isOff && Object.keys(changes.changed).length === 0;
  const reset = !isPlain && (
    <Button size="s" icon={<RotateCcw className="flips" aria-hidden />} onClick={() => saveKeys(noKeyChanges)}>
      {t('keyboard.reset_all')}
    </Button>
  );
  return (
    <AccountPage title={t('keyboard.title')} actions={reset}>
      <p className="muted">{t('keyboard.about')}</p>
      <Switch
        label={t('keyboard.use')}
        help={t('keyboard.use_help')}
        checked={!changes.isOff}
        onChange={(event) => saveKeys({ ...changes, isOff: !event.target.checked })}
      />
      <AutoAdvance />
      {keyGroups.map(({ heading, actions }) => (
        <section key={heading} aria-labelledby={heading}>
          <h2 id={heading}>{t(heading)}</h2>
          <ul className="key-rows">
            {actions.map((action) => (
              <KeyRow key={action.label} action={action} changes={changes} />
            ))}
          </ul>
        </section>
      ))}
    </AccountPage>
  );
}
