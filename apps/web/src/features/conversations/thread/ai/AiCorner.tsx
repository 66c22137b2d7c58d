import type { Conversation } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { MessageSquareReply, Sparkles } from 'lucide-react';
import { useId } from 'react';
import { t } from '../../../../lib/i18n.ts';
import { useCan } from '../../../../lib/session.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Tooltip } from '../../../../ui/Tooltip.tsx';
import { aiQueries } from '../../../ai/index.ts';
import { suggestReply } from '../composer/ai/ai-wishes.ts';
import { SummaryCard } from './SummaryCard.tsx';
import { showSummary, useIsSummaryOpen } from './summaries.ts';
import './ai-parts.css';

/** What a model can do for an open conversation; nothing where none is set up. Loaded when the conversation stands. */
export default function AiCorner({ conversation }: { conversation: Conversation }) {
  const { uuid } = conversation;
  const id = useId();
  const { data: status } = useQuery(aiQueries.status());
  const isOpen = useIsSummaryOpen(uuid);
  const mayRead = useCan('messages:read');
  const mayWrite = useCan('messages:write');
  const canSummarise = status?.summarise === true && mayRead;
  const canSuggest = status?.suggest === true && mayRead && mayWrite;
  if (!canSummarise && !canSuggest) return null;
  return (
    <>
      <div className="ai-corner">
        {canSummarise && (
          <Button
            size="s"
            tone="quiet"
            icon={<Sparkles aria-hidden />}
            aria-label={t('ai.summarise')}
            aria-expanded={isOpen}
            {...(isOpen ? { 'aria-controls': id } : {})}
            onClick={() => showSummary(uuid, !isOpen)}
          >
            <span className="ai-name">{t('ai.summarise')}</span>
          </Button>
        )}
        {canSuggest && (
          <Tooltip label={t('ai.suggest')}>
            <Button
              size="s"
              tone="quiet"
              className="ai-suggest"
              icon={<MessageSquareReply className="flips" aria-hidden />}
              aria-label={t('ai.suggest')}
              onClick={() => suggestReply(uuid)}
            >
              <span className="ai-name">{t('ai.suggest')}</span>
            </Button>
          </Tooltip>
        )}
      </div>
      {canSummarise && isOpen && <SummaryCard id={id} conversation={conversation} />}
    </>
  );
}
