import { t } from '../../../lib/i18n.ts';
import { pretty } from './webhook-text.ts';

interface CodeProps {
  title: string;
  text: string;
  /** Only its beginning is there. */
  isCut?: boolean;
  /** What stands there when it is empty. */
  none?: string;
}

/** A body that went over the line, to read. */
export function Code({ title, text, isCut, none }: CodeProps) {
  return (
    <div className="webhook-code">
      <h3>{title}</h3>
      {isCut && <p className="help">{t('admin.webhook.is_cut')}</p>}
      {text === '' && none !== undefined ? (
        <p className="muted">{none}</p>
      ) : (
        // A region that scrolls has to be reached by the keyboard.
        <section aria-label={title} className="scroll" {...{ tabIndex: 0 }}>
          <pre dir="ltr">{pretty(text)}</pre>
        </section>
      )}
    </div>
  );
}
