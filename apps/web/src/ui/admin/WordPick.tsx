import { ChevronDown } from 'lucide-react';
import { Combobox, type Option } from '../Combobox.tsx';
import { classNames } from '../class-names.ts';
import './words.css';

interface WordPickProps {
  /** What is chosen here; names the button together with what is chosen. */
  label: string;
  options: readonly Option[];
  value: string | null;
  onChange: (value: string) => void;
  /** Stands there while nothing is chosen. */
  placeholder: string;
  /** A value is what the sentence is about, a word is part of its frame. */
  isValue?: boolean;
  isInvalid?: boolean;
  describedBy?: string | undefined;
}

/** One word of a sentence that can be exchanged: a button that looks like the word and opens what else it may be. */
export function WordPick(props: WordPickProps) {
  const { label, options, value, onChange, placeholder, isValue = false, isInvalid = false, describedBy } = props;
  const chosen = options.find((option) => option.value === value);
  return (
    <Combobox
      label={label}
      options={options}
      value={value === null ? [] : [value]}
      onPick={onChange}
      trigger={
        <button
          type="button"
          className={classNames('word', isValue && 'is-value', isInvalid && 'is-bad')}
          aria-label={`${label}: ${chosen?.label ?? placeholder}`}
          {...(isInvalid && { 'aria-invalid': true })}
          {...(describedBy && { 'aria-describedby': describedBy })}
        >
          {chosen?.lead}
          <span className="cut" dir="auto">
            {chosen?.label ?? placeholder}
          </span>
          <ChevronDown aria-hidden />
        </button>
      }
    />
  );
}
