import { memo, type ReactNode } from 'react';
import { type NavigateFunction, useLocation, useNavigate } from 'react-router';
import { type ListScope, listPath, useScopeTotal } from '../../features/conversations/index.ts';
import { followLink } from '../../lib/follow-link.ts';
import { setDrawer } from '../../lib/sidebar.ts';

interface ScopeLinkProps {
  scope: ListScope;
  icon: ReactNode;
  name: string;
}

/** An entry of the inbox sidebar: a list and how many open conversations it holds. */
export function ScopeLink(props: ScopeLinkProps) {
  const { pathname } = useLocation();
  const path = listPath(props.scope);
  return <Entry {...props} isHere={pathname === path || pathname.startsWith(`${path}/`)} navigate={useNavigate()} />;
}

interface EntryProps extends ScopeLinkProps {
  isHere: boolean;
  navigate: NavigateFunction;
}

/** By itself: of three hundred, none is drawn anew because another conversation was opened. */
const Entry = memo(function Entry({ scope, icon, name, isHere, navigate }: EntryProps) {
  const total = useScopeTotal(scope);
  return (
    <a
      className={isHere ? 'nav is-on' : 'nav'}
      href={listPath(scope)}
      aria-current={isHere ? 'page' : undefined}
      onClick={(event) => {
        setDrawer(false);
        followLink(event, navigate);
      }}
      title={name}
    >
      {icon}
      <span className="cut" dir="auto">
        {name}
      </span>
      <span className="count">{total}</span>
    </a>
  );
});
