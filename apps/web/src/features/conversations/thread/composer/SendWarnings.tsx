import { mostRecipients, type SendWarning } from '@bellhop/rules/send-check';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import type { SendCheck } from './use-send-check.ts';
import './send-warnings.css';

interface SendWarningsProps<Way> {
  check: SendCheck<Way>;
  /** It shall leave after all, in the way in which it was about to. */
  onSend: (way: Way) => void;
  /** Back to the text. */
  onEdit: () => void;
}

/** More names than this make a sentence nobody reads. */
const mostNames = 3;

/**
 * The questions before a reply leaves, above its buttons. The focus is on the answer that sends, so that Enter does; Escape goes
 * back to the text. Where something has to be filled in first, there is only the way back.
 */
export function SendWarnings<Way>({ check, onSend, onEdit }: SendWarningsProps<Way>) {
  const { warnings, confirm, dismiss } = check;
  if (warnings.length === 0) return null;
  return (
    <Questions
      warnings={warnings}
      onSend={() => {
        const way = confirm();
        if (way !== undefined) onSend(way);
      }}
      onEdit={() => {
        dismiss();
        onEdit();
      }}
    />
  );
}

interface QuestionsProps {
  warnings: readonly SendWarning[];
  onSend: () => void;
  onEdit: () => void;
}

function Questions({ warnings, onSend, onEdit }: QuestionsProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const isBlocked = warnings.some(({ blocks }) => blocks);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[data-first]')?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div
      ref={box}
      className="send-warnings"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-list`}
      onKeyDown={(event) => {
        // A key that is still held down from sending is no answer.
        if (event.key === 'Enter' && event.repeat) event.preventDefault();
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onEdit();
      }}
    >
      <p id={`${id}-title`} className="send-warnings-title">
        <TriangleAlert aria-hidden />
        {isBlocked ? t('send_check.title_blocked') : t('send_check.title')}
      </p>
      <ul id={`${id}-list`}>
        {warnings.map((warning) => (
          <li key={warning.kind}>{textOf(warning)}</li>
        ))}
      </ul>
      <div className="send-warnings-foot">
        <Button size="s" onClick={onEdit} {...(isBlocked ? { 'data-first': '' } : {})}>
          {t('send_check.edit')}
        </Button>
        {!isBlocked && (
          <Button size="s" tone="main" data-first="" onClick={onSend}>
            {t('send_check.send')}
          </Button>
        )}
      </div>
    </div>
  );
}

function textOf({ kind, names, count, blocks }: SendWarning): string {
  const shown = names.slice(0, mostNames);
  const more = names.length - shown.length;
  const parts = more > 0 ? [...shown, t('send_check.more', { n: more })] : shown;
  const list = parts.join(', ');
  switch (kind) {
    case 'new_domain':
      return t('send_check.new_domain', { list }, count);
    case 'dropped':
      return t('send_check.dropped', { list }, count);
    case 'own_address':
      return t('send_check.own_address', { list }, count);
    case 'many':
      return blocks ? t('send_check.too_many', { n: count, most: mostRecipients }) : t('send_check.many', { n: count });
    case 'placeholder':
      return t('send_check.placeholder', { list }, count);
    case 'variable':
      return t('send_check.variable', { list }, count);
    case 'no_file':
      return t('send_check.no_file', { list });
  }
}
