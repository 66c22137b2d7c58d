import { Monitor, Moon, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { type TextKey, t } from '../../lib/i18n.ts';
import { pickTheme, type ThemeChoice, useThemeChoice } from '../../lib/theme.ts';
import { AccountPage } from './AccountPage.tsx';

const choices: readonly [choice: ThemeChoice, label: TextKey, icon: ReactNode][] = [
  ['system', 'account.theme.system', <Monitor key="system" aria-hidden />],
  ['light', 'account.theme.light', <Sun key="light" aria-hidden />],
  ['dark', 'account.theme.dark', <Moon key="dark" aria-hidden />],
];

/** Light, dark, or what the device says. */
export function Component() {
  const chosen = useThemeChoice();
  return (
    <AccountPage title={t('account.appearance.title')}>
      <fieldset className="theme-choice">
        <legend className="label">{t('account.theme.label')}</legend>
        <p className="help">{t('account.theme.help')}</p>
        {choices.map(([choice, label, icon]) => (
          <label key={choice}>
            <input type="radio" name="theme" checked={choice === chosen} onChange={() => pickTheme(choice)} />
            {icon}
            {t(label)}
          </label>
        ))}
      </fieldset>
    </AccountPage>
  );
}
