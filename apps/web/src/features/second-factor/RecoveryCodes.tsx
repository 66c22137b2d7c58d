import { Copy, Download } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';

/** Shows recovery codes the only time that they can be seen; left by its button alone. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[] | null; onStored: () => void }) {
  const text = `${(codes ?? []).join('\n')}\n`;
  return (
    <Dialog
      isOpen={codes !== null}
      title={t('secondFactor.codes.title')}
      description={t('secondFactor.codes.once')}
      footer={
        <Button tone="main" data-autofocus onClick={onStored}>
          {t('secondFactor.codes.stored')}
        </Button>
      }
    >
      <ol className="recovery-codes" dir="ltr">
        {codes?.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className="factor-tools">
        <Button icon={<Copy aria-hidden />} onClick={() => void copyText(text, t('secondFactor.codes.copied'))}>
          {t('secondFactor.codes.copy')}
        </Button>
        <a
          className="btn"
          download="bellhop-recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          <Download aria-hidden />
          {t('media.download')}
        </a>
      </div>
    </Dialog>
  );
}
