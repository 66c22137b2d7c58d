import type { TextKey } from '../../lib/i18n.ts';
import type { EmojiCategory } from './emoji-entry.ts';

export const categoryNames: Record<EmojiCategory, TextKey> = {
  recent: 'emoji.category.recent',
  smileys_people: 'emoji.category.smileys_people',
  animals_nature: 'emoji.category.animals_nature',
  food_drink: 'emoji.category.food_drink',
  activities: 'emoji.category.activities',
  travel_places: 'emoji.category.travel_places',
  objects: 'emoji.category.objects',
  symbols: 'emoji.category.symbols',
  flags: 'emoji.category.flags',
};
