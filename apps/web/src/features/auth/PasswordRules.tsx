import { passwordBytes, passwordRules } from '@bellhop/contract/passwords';
import { Check, Circle } from 'lucide-react';
import { type TextKey, t } from '../../lib/i18n.ts';

const texts: Record<(typeof passwordRules)[number]['name'], TextKey> = {
  length: 'auth.rule.length',
  upper: 'auth.rule.upper',
  lower: 'auth.rule.lower',
  digit: 'auth.rule.digit',
  sign: 'auth.rule.sign',
};

/** What a password needs (wire A 7.3), each part ticked as soon as what is typed has it. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="password-rules" aria-label={t('auth.rules')}>
      {passwordRules.map(({ name, isMet }) => {
        const met = isMet(password);
        return (
          <li key={name} className={met ? 'is-met' : undefined}>
            {met ? <Check aria-hidden /> : <Circle aria-hidden />}
            {t(texts[name], passwordBytes)}
            {met && <span className="vh">{t('auth.rule.met')}</span>}
          </li>
        );
      })}
    </ul>
  );
}
