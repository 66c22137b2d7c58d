import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRemembered } from '../../lib/remembered.ts';

interface SidebarGroupProps {
  /** Local storage key of the open state (specification 2), open by default. */
  memory: string;
  title: string;
  /** Beside the title, such as a button that adds an entry. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the sidebar that folds and remembers it. */
export function SidebarGroup({ memory, title, action, children }: SidebarGroupProps) {
  const [isOpen, setOpen] = useRemembered(memory, true);
  return (
    <>
      <div className="nav-group">
        <button type="button" className="nav-head" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {title}
          <ChevronDown aria-hidden />
        </button>
        {action}
      </div>
      {isOpen && children}
    </>
  );
}
