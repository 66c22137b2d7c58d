import { X, Zap } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { IconButton } from '../../../../ui/IconButton.tsx';
import { MacroChips } from '../../../macros/index.ts';
import { type ComposeMode, type DraftMacro, newConversation } from '../../drafts/draft.ts';
import { dropMacro, runMacro } from './draft-macro.ts';
import './composer.css';

interface MacroLineProps {
  uuid: string;
  mode: ComposeMode;
  macro: DraftMacro;
}

/** What the macro of a reply or note will do when that is sent: each action can be taken out, or all of them run now. */
export function MacroLine({ uuid, mode, macro }: MacroLineProps) {
  const [isRunning, setRunning] = useState(false);
  if (macro.actions.length === 0) return null;
  const runNow = async () => {
    setRunning(true);
    const isDone = await runMacro(uuid, macro);
    setRunning(false);
    if (isDone) dropMacro(uuid, mode);
  };
  return (
    <div className="macro-line">
      <Zap className="ico-14" aria-hidden />
      <span className="macro-when cut" dir="auto">
        {mode === 'note' ? t('macro.on_note', { name: macro.name }) : t('macro.on_send', { name: macro.name })}
      </span>
      {/* A conversation that is still to come has nothing to run it on. */}
      {uuid !== newConversation && (
        <Button size="s" tone="quiet" aria-disabled={isRunning} onClick={() => !isRunning && void runNow()}>
          {t('macro.run_now')}
        </Button>
      )}
      <IconButton
        size="s"
        side="top"
        label={t('macro.drop')}
        icon={<X aria-hidden />}
        onClick={() => dropMacro(uuid, mode)}
      />
      <MacroChips
        label={t('macro.actions')}
        actions={macro.actions}
        onRemove={(action) => dropMacro(uuid, mode, action)}
      />
    </div>
  );
}
