import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { liveHotkeys } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import { keyGroups } from '../../lib/key-groups.ts';
import { type KeyAction, presentKey, useKeyChanges } from '../../lib/key-map.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Input } from '../../ui/Field.tsx';
import { Kbd } from '../../ui/Kbd.tsx';

/** The keys of the desk; those that do nothing on the present screen are faint. */
export function HotkeySheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('hotkeys.title')}
      isWide
      footer={
        <Link className={buttonClass()} to="/account/keyboard" onClick={onClose}>
          {t('keyboard.change')}
        </Link>
      }
    >
      <Keys />
    </Dialog>
  );
}

function Keys() {
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const changes = useKeyChanges();
  const [live] = useState(() => new Set(liveHotkeys().map(({ label }) => label)));
  useEffect(() => {
    // The dialog has given the focus to its first button by then.
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const isWanted = (action: KeyAction) =>
    `${t(action.label)} ${presentKey(action.keys, changes) ?? ''}`
      .toLocaleLowerCase()
      .includes(query.trim().toLocaleLowerCase());
  const groups = keyGroups
    .map(({ heading, actions }) => ({ heading, actions: actions.filter(isWanted) }))
    .filter(({ actions }) => actions.length > 0);
  return (
    <>
      <Input
        ref={field}
        type="search"
        aria-label={t('globals.messages.search', { name: t('hotkeys.title') })}
        placeholder={t('globals.messages.search', { name: t('hotkeys.title') })}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
      />
      {changes.isOff && <p className="key-sheet-off">{t('keyboard.are_off')}</p>}
      <div className="key-sheets">
        {groups.map(({ heading, actions }) => (
          <section key={heading}>
            <h3>{t(heading)}</h3>
            <dl className="key-sheet">
              {actions.map((action) => {
                const isHere = action.group === 'writing' || live.has(action.label);
                return (
                  <div key={action.label} className={isHere ? undefined : 'is-elsewhere'}>
                    <dt>
                      {t(action.label)}
                      {!isHere && <span className="vh"> ({t('keyboard.elsewhere')})</span>}
                    </dt>
                    <dd>
                      <Kbd keys={action.keys} />
                      {action.also?.map((keys) => (
                        <Kbd key={keys} keys={keys} isLiteral />
                      ))}
                      {presentKey(action.keys, changes) === undefined && !action.also && t('keyboard.off')}
                    </dd>
                  </div>
                );
              })}
            </dl>
          </section>
        ))}
      </div>
      {groups.length === 0 && <p className="picker-none">{t('globals.messages.noResults')}</p>}
    </>
  );
}
