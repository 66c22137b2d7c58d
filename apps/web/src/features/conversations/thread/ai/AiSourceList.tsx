import type { AiSources } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Lock, Mail, Zap } from 'lucide-react';
import { useId, useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '../../../../lib/i18n.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Dialog } from '../../../../ui/Dialog.tsx';
import { useNow } from '../../../../ui/use-now.ts';
import { macroQueries } from '../../../macros/index.ts';
import { ComposedHtml } from '../letter/ComposedHtml.tsx';
import { dayAndTime } from '../message-time.ts';
import './ai-parts.css';

const mostShown = 6;

/** What an answer was made from: messages lead to their place in the thread, macros open. */
export function AiSourceList({ sources: { messages, macros, is_cut } }: { sources: AiSources }) {
  const now = useNow(60_000);
  const labelId = useId();
  const [, setParams] = useSearchParams();
  const [opened, setOpened] = useState<number>();
  const [isWhole, setWhole] = useState(false);
  // The newest say most.
  const shown = isWhole ? messages : messages.slice(-mostShown);
  const hidden = messages.length - shown.length;
  if (messages.length + macros.length === 0) return null;
  const jumpTo = (uuid: string) =>
    setParams((before) => {
      before.set('message', uuid);
      return before;
    });
  return (
    <div className="ai-sources">
      <span className="ai-aside" id={labelId}>
        {t('ai.sources')}
      </span>
      <ul aria-labelledby={labelId}>
        {hidden > 0 && (
          <li>
            <button type="button" className="ai-source" onClick={() => setWhole(true)}>
              {t('ai.sources.more', { count: hidden }, hidden)}
            </button>
          </li>
        )}
        {shown.map(({ uuid, created_at, private: isNote }) => (
          <li key={uuid}>
            <button type="button" className="ai-source" onClick={() => jumpTo(uuid)}>
              {isNote ? <Lock aria-hidden /> : <Mail aria-hidden />}
              <span className="vh">{isNote ? t('globals.terms.privateNote') : t('globals.terms.message', {}, 1)} </span>
              <time dateTime={created_at}>{dayAndTime(new Date(created_at), now)}</time>
            </button>
          </li>
        ))}
        {macros.map(({ id, name }) => (
          <li key={`macro ${id}`}>
            <button type="button" className="ai-source" aria-haspopup="dialog" onClick={() => setOpened(id)}>
              <Zap aria-hidden />
              <span className="vh">{t('globals.terms.macro', {}, 1)} </span>
              <span className="cut" dir="auto">
                {name}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {is_cut && <span className="ai-aside">{t('ai.sources.cut')}</span>}
      {opened !== undefined && <MacroDialog id={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}

/** The text of a macro that was used, as it is now. */
function MacroDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(macroQueries.list());
  const macro = data?.find((one) => one.id === id);
  return (
    <Dialog
      isOpen
      isKept
      onClose={onClose}
      title={macro?.name ?? t('globals.terms.macro', {}, 1)}
      footer={
        <Button tone="main" data-autofocus onClick={onClose}>
          {t('globals.messages.close')}
        </Button>
      }
    >
      {macro ? <ComposedHtml html={macro.message_content} /> : data && <p>{t('ai.macro_gone')}</p>}
    </Dialog>
  );
}
