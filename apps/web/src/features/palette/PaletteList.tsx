import { Check } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { type TextKey, t } from '../../lib/i18n.ts';
import { classNames } from '../../ui/class-names.ts';
import { Kbd } from '../../ui/Kbd.tsx';
import type { PaletteEntry, PaletteGroup } from './entry.ts';
import type { RankedEntry } from './rank-entries.ts';

interface PaletteListProps {
  id: string;
  shown: readonly RankedEntry[];
  active: RankedEntry | undefined;
  /** A level of choices: no headings. */
  isChoice: boolean;
  onPoint: (id: string) => void;
  onChoose: (entry: PaletteEntry) => void;
}

const headings: Record<PaletteGroup, TextKey> = {
  recent: 'palette.group.recent',
  conversation: 'palette.group.conversation',
  go: 'palette.group.go',
  desk: 'palette.group.desk',
  choice: 'palette.group.conversation',
};

/** What can be chosen, under the headings of its groups; the letters that were found stand out. */
export function PaletteList({ id, shown, active, isChoice, onPoint, onChoose }: PaletteListProps) {
  const activeId = active && optionId(id, active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const groups = [...Map.groupBy(shown, (entry) => entry.group)];
  return (
    <div className="pal-side">
      <div id={id} className="pal-list scroll" role="listbox" aria-label={t('palette.title')} tabIndex={-1}>
        {groups.map(([group, entries]) => (
          <Fragment key={group}>
            {!isChoice && (
              <div className="pal-head" aria-hidden="true">
                {t(headings[group])}
              </div>
            )}
            {entries.map((entry) => (
              // The keyboard stays in the field, which names the active option.
              <div
                key={entry.id}
                id={optionId(id, entry)}
                className={classNames('item', entry === active && 'is-active')}
                role="option"
                aria-selected={isChoice ? (entry.isChosen ?? false) : entry === active}
                tabIndex={-1}
                onPointerMove={() => onPoint(entry.id)}
                onClick={() => onChoose(entry)}
                onKeyDown={undefined}
              >
                {entry.icon}
                <span className="cut" dir="auto">
                  <Marked text={entry.label} marks={entry.marks} />
                </span>
                {entry.hint && <span className="hint">{entry.hint}</span>}
                {entry.isChosen && <Check className="item-check" aria-hidden />}
                {entry.keys && <Kbd keys={entry.keys} />}
              </div>
            ))}
          </Fragment>
        ))}
      </div>
      <p role="status" className={shown.length === 0 ? 'picker-none' : 'vh'}>
        {shown.length === 0 && t('command.noCommandAvailable')}
      </p>
    </div>
  );
}

export function optionId(listId: string, { id }: PaletteEntry): string {
  return `${listId}-${encodeURIComponent(id)}`;
}

/** A text in which single code units stand out. */
function Marked({ text, marks }: { text: string; marks: readonly number[] }) {
  if (marks.length === 0) return text;
  const found = new Set(marks);
  const runs: { from: number; text: string; isFound: boolean }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isFound = found.has(at);
    const last = runs.at(-1);
    if (last?.isFound === isFound) last.text += text[at];
    else runs.push({ from: at, text: text[at]!, isFound });
  }
  return runs.map((run) =>
    run.isFound ? <b key={run.from}>{run.text}</b> : <Fragment key={run.from}>{run.text}</Fragment>,
  );
}
