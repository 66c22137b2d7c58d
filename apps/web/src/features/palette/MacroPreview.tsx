import type { Macro } from '@bellhop/contract';
import { t } from '../../lib/i18n.ts';
import { ComposedHtml } from '../conversations/actions/index.ts';
import { MacroChips } from '../macros/index.ts';

/** What a macro would write and do. */
export function MacroPreview({ macro: { message_content, actions } }: { macro: Macro }) {
  return (
    <>
      {message_content !== '' && (
        <>
          <h3>{t('command.replyPreview')}</h3>
          <ComposedHtml html={message_content} />
        </>
      )}
      {actions.length > 0 && (
        <>
          <h3>{t('macro.actions')}</h3>
          <MacroChips label={t('macro.actions')} actions={actions} />
        </>
      )}
    </>
  );
}
