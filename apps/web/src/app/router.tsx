import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect, replace } from 'react-router';
import { scopeOf } from '../features/conversations/index.ts';
import { RouteError } from './RouteError.tsx';
import { Shell } from './shell/Shell.tsx';

const inbox = () => import('../features/conversations/list/InboxPage.tsx');
// A broken conversation leaves the list beside it alone.
const inboxChildren = [
  { index: true, lazy: () => import('../features/conversations/list/NothingOpen.tsx') },
  {
    path: 'conversation/:uuid',
    lazy: () => import('../features/conversations/thread/ConversationPage.tsx'),
    ErrorBoundary: RouteError,
  },
];

// Asked for while the current agent is still being fetched; a failure shows when the route is entered.
inbox().catch(() => {});

/** The routes of specification 2, as far as their screens exist. Unknown paths lead to My inbox. */
export function createRouter() {
  const routes: RouteObject[] = [
    {
      id: 'shell',
      element: <Shell />,
      ErrorBoundary: RouteError,
      HydrateFallback: BeforeFirstScreen,
      children: [
        {
          path: 'inboxes/teams/:teamID',
          loader: knownScope,
          lazy: inbox,
          children: inboxChildren,
          ErrorBoundary: RouteError,
        },
        {
          path: 'inboxes/views/:viewID',
          loader: knownScope,
          lazy: inbox,
          children: inboxChildren,
          ErrorBoundary: RouteError,
        },
        {
          path: 'inboxes/search',
          lazy: () => import('../features/search/SearchPage.tsx'),
          ErrorBoundary: RouteError,
        },
        { path: 'inboxes/:type?', loader: knownScope, lazy: inbox, children: inboxChildren, ErrorBoundary: RouteError },
        {
          path: 'contacts',
          lazy: () => import('../features/contacts/list/ContactsPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'contacts/:id',
          lazy: () => import('../features/contacts/detail/ContactPage.tsx'),
          ErrorBoundary: RouteError,
        },
        fetchedRoutes('reports', () => import('./reports-routes.tsx').then((found) => found.reportsRoutes)),
        fetchedRoutes('account', () => import('./account-routes.tsx').then((found) => found.accountRoutes)),
        fetchedRoutes('admin', () => import('./admin/admin-routes.tsx').then((found) => found.adminRoutes)),
        { path: '*', loader: () => replace('/inboxes/assigned'), element: null },
      ],
    },
  ];
  const router = createBrowserRouter(routes);
  return router;

  /**
   * Stands for an area whose many pages are no business of the first screens: they join the table when one is asked for, and the same
   * address is gone to once more. The router's own way, `patchRoutesOnNavigation`, renders twice whenever an address holds a parameter.
   */
  function fetchedRoutes(area: string, fetchRoutes: () => Promise<RouteObject[]>): RouteObject {
    let isHere = false;
    return {
      path: `${area}/*`,
      async loader({ request }) {
        if (isHere) return replace('/inboxes/assigned');
        const found = await fetchRoutes();
        router.patchRoutes('shell', found);
        isHere = true;
        const { pathname, search } = new URL(request.url);
        // At the first load and after Back the browser is there already: another entry of its history would be one too many.
        const isThere = window.location.pathname === pathname && window.location.search === search;
        return (isThere ? replace : redirect)(pathname + search);
      },
      ErrorBoundary: RouteError,
      element: null,
    };
  }
}

/** The parts of the first screen are on their way; an empty page in the theme's colour flickers least. */
function BeforeFirstScreen() {
  return null;
}

function knownScope({ params }: LoaderFunctionArgs): Response | null {
  return scopeOf(params) ? null : replace('/inboxes/assigned');
}
