import type { NewApiKey } from '@bellhop/contract';
import { Copy } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

interface MadeKeyProps {
  /** Open while there is one. */
  made: NewApiKey | undefined;
  onClose: () => void;
}

/** The one time that a key is shown; it closes by its own button alone, so that no stray key or click loses it. */
export function MadeKey({ made, onClose }: MadeKeyProps) {
  const text = made ? `${made.key}:${made.secret}` : '';
  const command = `curl -H 'Authorization: Bearer ${text}' ${location.origin}/api/v1/agents/me`;
  return (
    <Dialog
      isOpen={made !== undefined}
      isWide
      isKept
      title={t('api_keys.made', { name: made?.name ?? '' })}
      description={t('api_keys.made.description')}
      footer={
        <Button tone="main" onClick={onClose}>
          {t('api_keys.stored')}
        </Button>
      }
    >
      <Shown
        title={t('globals.terms.apiKey', {}, 1)}
        text={text}
        button={t('api_keys.copy')}
        done={t('api_keys.copied')}
        isFirst
      />
      <Shown
        title={t('api_keys.try')}
        text={command}
        button={t('api_keys.copy_command')}
        done={t('api_keys.command_copied')}
      />
    </Dialog>
  );
}

interface ShownProps {
  title: string;
  text: string;
  button: string;
  done: string;
  isFirst?: boolean;
}

function Shown({ title, text, button, done, isFirst }: ShownProps) {
  return (
    <section className="api-key-shown" aria-label={title}>
      <div className="api-key-shown-head">
        <h3>{title}</h3>
        <Button
          size="s"
          icon={<Copy aria-hidden />}
          onClick={() => void copyText(text, done)}
          {...(isFirst && { 'data-autofocus': true })}
        >
          {button}
        </Button>
      </div>
      <pre dir="ltr">
        <code>{text}</code>
      </pre>
    </section>
  );
}
