import { liveHotkeys } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { Kbd } from '../../ui/Kbd.tsx';

/** The keys that work on the present screen. */
export function HotkeySheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('hotkeys.title')}>
      <dl className="key-sheet">
        {liveHotkeys().map(({ keys, label }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>
              {keys.map((each) => (
                <Kbd key={each} keys={each} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
