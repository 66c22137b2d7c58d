import { Reply, ReplyAll } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';
import type { RecipientsState } from './use-recipients.ts';

interface ReplyScopeSwitchProps {
  recipients: Pick<RecipientsState, 'scope' | 'chooseScope' | 'choice'>;
  names: Readonly<Record<string, string>>;
}

/** Where more people are on the thread: whether the reply goes to all of them or to one. The choice stays in view. */
export function ReplyScopeSwitch({ recipients: { scope, chooseScope, choice }, names }: ReplyScopeSwitchProps) {
  if (!choice) return null;
  const options = [
    ['reply', t('recipients.reply_one', { name: names[choice.one] || choice.one }), Reply],
    ['reply_all', t('recipients.reply_all', { n: choice.all }), ReplyAll],
  ] as const;
  return (
    <fieldset className="reply-scope">
      <legend className="vh">{t('recipients.scope')}</legend>
      {options.map(([value, label, Icon]) => (
        <button
          key={value}
          type="button"
          className={classNames('reply-scope-option', value === scope && 'is-on')}
          aria-pressed={value === scope}
          onClick={() => chooseScope(value)}
        >
          <Icon className="ico-14 flips" aria-hidden />
          <span className="cut" dir="auto">
            {label}
          </span>
        </button>
      ))}
    </fieldset>
  );
}
