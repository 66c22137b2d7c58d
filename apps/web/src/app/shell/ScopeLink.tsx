import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { type ListScope, listPath, useScopeTotal } from '../../features/conversations/index.ts';
import { setDrawer } from '../../lib/sidebar.ts';

interface ScopeLinkProps {
  scope: ListScope;
  icon: ReactNode;
  name: string;
}

/** An entry of the inbox sidebar: a list and how many open conversations it holds. */
export function ScopeLink({ scope, icon, name }: ScopeLinkProps) {
  const total = useScopeTotal(scope);
  return (
    <NavLink
      className={({ isActive }) => (isActive ? 'nav is-on' : 'nav')}
      to={listPath(scope)}
      onClick={() => setDrawer(false)}
      title={name}
    >
      {icon}
      <span className="cut" dir="auto">
        {name}
      </span>
      <span className="count">{total}</span>
    </NavLink>
  );
}
