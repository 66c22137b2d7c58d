import { Cat, Clock, Flag, Hash, Lightbulb, type LucideIcon, Plane, Smile, Trophy, Utensils } from 'lucide-react';
import { t } from '../../lib/i18n.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { categoryNames } from './category-names.ts';
import { type EmojiCategory, emojiCategories } from './emoji-entry.ts';
import type { PickerRow } from './picker-rows.ts';

interface CategoryBarProps {
  rows: readonly PickerRow[];
  /** While something is searched for, there are no categories to go to. */
  isOff: boolean;
  onPick: (category: EmojiCategory) => void;
}

const icons: Record<EmojiCategory, LucideIcon> = {
  recent: Clock,
  smileys_people: Smile,
  animals_nature: Cat,
  food_drink: Utensils,
  activities: Trophy,
  travel_places: Plane,
  objects: Lightbulb,
  symbols: Hash,
  flags: Flag,
};

/** Leads to the categories; to those used last only once there are any. */
export function CategoryBar({ rows, isOff, onPick }: CategoryBarProps) {
  const filled = new Set(rows.flatMap((row) => (row.kind === 'heading' ? [row.category] : [])));
  return (
    <div className="emoji-bar" role="toolbar" aria-label={t('emoji.categories')}>
      {emojiCategories.map((category) => {
        const Icon = icons[category];
        return (
          <IconButton
            key={category}
            size="s"
            side="top"
            label={t(categoryNames[category])}
            icon={<Icon aria-hidden />}
            disabled={isOff || !filled.has(category)}
            onClick={() => onPick(category)}
          />
        );
      })}
    </div>
  );
}
