import { t } from '../../../../lib/i18n.ts';
import { Skeleton } from '../../../../ui/Void.tsx';
import { ComposedHtml } from '../letter/ComposedHtml.tsx';
import { aiHtml } from './ai-html.ts';
import './ai-parts.css';

/** A region that scrolls takes the focus. */
const scrollsByKeyboard = { tabIndex: 0 };

interface AiTextProps {
  text: string;
  isRunning: boolean;
}

/** What a model wrote, as far as it has come. */
export function AiText({ text, isRunning }: AiTextProps) {
  return (
    <section className="ai-text scroll" aria-label={t('ai.text')} aria-busy={isRunning} {...scrollsByKeyboard}>
      {text === '' && isRunning ? (
        <>
          <Skeleton width="92%" />
          <Skeleton width="64%" />
        </>
      ) : (
        <ComposedHtml html={aiHtml(text)} />
      )}
    </section>
  );
}
