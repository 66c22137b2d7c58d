import { Search } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react';
import { strokeOf } from '../../lib/hotkeys.ts';
import { t } from '../../lib/i18n.ts';
import type { PaletteLevel } from '../../lib/palette-level.ts';
import { useCurrentAgent } from '../../lib/session.ts';
import { takeTyped } from '../../lib/type-ahead.ts';
import { classNames } from '../../ui/class-names.ts';
import type { PaletteEntry } from './entry.ts';
import { PaletteFoot } from './PaletteFoot.tsx';
import { optionId, PaletteList } from './PaletteList.tsx';
import { PickSnooze } from './PickSnooze.tsx';
import { type RankedEntry, rankEntries } from './rank-entries.ts';
import { noteUse, readRecent } from './recent-entries.ts';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { usePaletteLevel } from './use-palette-level.ts';
import { usePaletteTarget } from './use-palette-target.ts';
import './palette.css';

interface PaletteDialogProps {
  /** The level it opens at. */
  first: PaletteLevel;
  onClose: () => void;
  onShowKeys: () => void;
}

/**
 * The command palette: type to find, arrows to move, Enter to choose. Backspace in the empty field leads back to the top,
 * Escape closes. The focus goes back to where it was before what was chosen happens, so that it may move it on.
 */
export function PaletteDialog({ first, onClose, onShowKeys }: PaletteDialogProps) {
  const { id: agentId } = useCurrentAgent();
  const listId = useId();
  const [level, setLevel] = useState(first);
  const [query, setQuery] = useState('');
  const [activeId, setActiveId] = useState<string>();
  const [phase, setPhase] = useState<'open' | 'closed' | 'picking'>('open');
  const recents = useMemo(() => readRecent(agentId), [agentId]);
  const layer = useFocusKeeper();
  const target = usePaletteTarget();
  const isPicking = useRef(false);
  const pickTime = () => {
    isPicking.current = true;
    setPhase('picking');
  };
  const { crumb, entries, preview, hint } = usePaletteLevel(level, { ...target, onShowKeys, pickTime });
  const shown = useMemo(() => rankEntries(entries, query, recents), [entries, query, recents]);
  const active = shown.find((entry) => entry.id === activeId) ?? shown[0];

  const go = (next: PaletteLevel) => {
    setLevel(next);
    setQuery('');
    setActiveId(undefined);
  };
  const choose = (entry: PaletteEntry, isQuick = false) => {
    const { to } = entry;
    if (entry.group !== 'choice') noteUse(agentId, entry.id);
    if (typeof to === 'string') return go(to);
    if (entry.staysOpen) return to();
    layer.afterwards((isQuick && entry.quick) || to);
    setPhase('closed');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const next = neighbour(event.key, shown, active);
    if (next) setActiveId(next.id);
    else if (event.key === 'Enter' && active) choose(active, event.ctrlKey || event.metaKey);
    else if (event.key === 'Backspace' && query === '' && level !== '') go('');
    else if (strokeOf(event.nativeEvent) === 'mod+k') setPhase('closed');
    else return;
    event.preventDefault();
  };

  if (phase === 'picking' && target.snooze) return <PickSnooze onSnooze={target.snooze} onClose={onClose} />;
  return (
    <Radix.Root open={phase === 'open'} onOpenChange={(isOpen) => !isOpen && setPhase('closed')}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          className={classNames('dialog palette', preview !== undefined && 'has-preview')}
          aria-describedby={undefined}
          onOpenAutoFocus={layer.onOpenAutoFocus}
          onCloseAutoFocus={(event) => {
            layer.onCloseAutoFocus(event);
            if (!isPicking.current) onClose();
          }}
        >
          <Radix.Title className="vh">{t('palette.title')}</Radix.Title>
          <div className="pal-in">
            <Search className="ico-18" aria-hidden />
            {crumb && (
              <span className="crumb cut" dir="auto">
                {crumb}
              </span>
            )}
            <input
              type="text"
              role="combobox"
              aria-expanded="true"
              aria-controls={listId}
              aria-activedescendant={active && optionId(listId, active)}
              aria-label={t('command.typeCmdOrSearch')}
              placeholder={t('command.typeCmdOrSearch')}
              autoComplete="off"
              spellCheck={false}
              value={query}
              onFocus={() => {
                const typed = takeTyped();
                if (typed) setQuery((before) => before + typed);
              }}
              onChange={(event) => {
                setQuery(event.target.value);
                setActiveId(undefined);
              }}
              onKeyDown={onKeyDown}
            />
          </div>
          <div className="pal-body">
            <PaletteList
              id={listId}
              shown={shown}
              active={active}
              isChoice={level !== ''}
              onPoint={setActiveId}
              onChoose={choose}
            />
            {preview && <div className="pal-preview scroll">{active && preview(active)}</div>}
          </div>
          <PaletteFoot isNested={level !== ''} hint={active && hint?.(active)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The entry that a key moves to; undefined for keys that move nothing. */
function neighbour(key: string, shown: readonly RankedEntry[], active: RankedEntry | undefined) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step) return shown[(Math.max(0, active ? shown.indexOf(active) : 0) + step + shown.length) % shown.length];
  if (key === 'PageUp') return shown[0];
  return key === 'PageDown' ? shown.at(-1) : undefined;
}
