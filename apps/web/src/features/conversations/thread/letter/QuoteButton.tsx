import { Ellipsis } from 'lucide-react';
import { t } from '../../../../lib/i18n.ts';
import './letter.css';

interface QuoteButtonProps {
  isUnfolded: boolean;
  onToggle: () => void;
}

/** Shows and hides quoted history and signature. */
export function QuoteButton({ isUnfolded, onToggle }: QuoteButtonProps) {
  const label = isUnfolded ? t('conversation.hideQuotedText') : t('conversation.showQuotedText');
  return (
    <button
      type="button"
      className="quote-btn"
      aria-expanded={isUnfolded}
      aria-label={label}
      title={label}
      onClick={onToggle}
    >
      <Ellipsis className="ico-14" aria-hidden />
    </button>
  );
}
