import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useRemembered } from '../../../lib/remembered.ts';

interface SectionProps {
  /** Under this name it is remembered whether the section is folded. */
  name: string;
  title: string;
  children: ReactNode;
}

/** A part of the panel that folds; remembered on this device. */
export function Section({ name, title, children }: SectionProps) {
  const id = useId();
  const [isOpen, setOpen] = useRemembered(`bellhop.details.${name}`, true);
  return (
    <section>
      <h3>
        <button
          type="button"
          className="sec"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="cut">{title}</span>
          <ChevronDown aria-hidden />
        </button>
      </h3>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </section>
  );
}
