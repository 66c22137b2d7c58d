import { useId } from 'react';
import { type TextKey, t } from '../../lib/i18n.ts';
import type { SkinTone } from './emoji-entry.ts';

const tones: readonly { value: SkinTone; name: TextKey }[] = [
  { value: 0, name: 'emoji.tone.none' },
  { value: 1, name: 'emoji.tone.light' },
  { value: 2, name: 'emoji.tone.medium_light' },
  { value: 3, name: 'emoji.tone.medium' },
  { value: 4, name: 'emoji.tone.medium_dark' },
  { value: 5, name: 'emoji.tone.dark' },
];

/** The skin tone of all emoji that have one; it is kept. */
export function SkinTones({ value, onChange }: { value: SkinTone; onChange: (tone: SkinTone) => void }) {
  const name = useId();
  return (
    <fieldset className="tones">
      <legend className="vh">{t('emoji.tone')}</legend>
      {tones.map((tone) => (
        <label key={tone.value} className={`tone is-${tone.value}`} title={t(tone.name)}>
          <input
            type="radio"
            name={name}
            className="vh"
            checked={tone.value === value}
            onChange={() => onChange(tone.value)}
          />
          <span className="vh">{t(tone.name)}</span>
        </label>
      ))}
    </fieldset>
  );
}
