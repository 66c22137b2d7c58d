import { PanelLeft, RotateCcw } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { keyGroups } from '../../lib/key-groups.ts';
import { noKeyChanges, saveKeys, useKeyChanges } from '../../lib/key-map.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { useTitle } from '../../lib/title.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Switch } from '../../ui/Toggle.tsx';
import { screens, useMedia } from '../../ui/use-media.ts';
import { AutoAdvance } from './AutoAdvance.tsx';
import { KeyRow } from './KeyRow.tsx';
import './account.css';

/** Which keys do what, for this agent on this device: each can be changed or switched off, and all of them at once. */
export function Component() {
  const changes = useKeyChanges();
  const isPhone = useMedia(screens.phone);
  const isPlain = !changes.isOff && Object.keys(changes.changed).length === 0;
  useTitle(t('keyboard.title'));
  return (
    <section className="account-page" aria-label={t('keyboard.title')}>
      <div className="bar">
        {isPhone && (
          <IconButton
            label={t('shell.about_sections')}
            icon={<PanelLeft className="flips" aria-hidden />}
            onClick={() => setDrawer(true)}
          />
        )}
        <h1 className="grow">{t('keyboard.title')}</h1>
        {!isPlain && (
          <Button size="s" icon={<RotateCcw className="flips" aria-hidden />} onClick={() => saveKeys(noKeyChanges)}>
            {t('keyboard.reset_all')}
          </Button>
        )}
      </div>
      <div className="account-scroll scroll">
        <div className="account-form">
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
        </div>
      </div>
    </section>
  );
}
