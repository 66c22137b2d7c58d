interface SegmentsProps<V extends string> {
  label: string;
  options: readonly { value: V; label: string }[];
  value: V;
  onChange: (value: V) => void;
}

/** One of a few, all of them in sight. */
export function Segments<V extends string>({ label, options, value, onChange }: SegmentsProps<V>) {
  return (
    <fieldset className="segments" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  );
}
