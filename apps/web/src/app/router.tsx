import {
  createBrowserRouter,
  type DataRouter,
  type LoaderFunctionArgs,
  type RouteObject,
  redirect,
  replace,
} from 'react-router';
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
        { path: 'account', loader: () => replace('/account/profile'), element: null },
        {
          path: 'account/profile',
          lazy: () => import('../features/account/ProfilePage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/password',
          lazy: () => import('../features/account/PasswordPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/second-factor',
          lazy: () => import('../features/account/SecondFactorPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/sessions',
          lazy: () => import('../features/account/SessionsPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/api-keys',
          lazy: () => import('../features/account/ApiKeysPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/notifications',
          lazy: () => import('../features/account/NotificationsPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/appearance',
          lazy: () => import('../features/account/AppearancePage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'account/keyboard',
          lazy: () => import('../features/account/KeyboardPage.tsx'),
          ErrorBoundary: RouteError,
        },
        {
          path: 'admin/*',
          loader: (args) => fetchAdminRoutes(args, () => router),
          ErrorBoundary: RouteError,
          element: null,
        },
        { path: '*', loader: () => replace('/inboxes/assigned'), element: null },
      ],
    },
  ];
  const router = createBrowserRouter(routes);
  return router;
}

let hasAdminRoutes = false;

/**
 * The admin area's many pages are no business of the first screens: they join the table when one is asked for, and the same address
 * is gone to once more. The router's own way, `patchRoutesOnNavigation`, renders twice whenever an address holds a parameter.
 */
async function fetchAdminRoutes({ request }: LoaderFunctionArgs, getRouter: () => DataRouter): Promise<Response> {
  if (hasAdminRoutes) return replace('/inboxes/assigned');
  const { adminRoutes } = await import('./admin/admin-routes.tsx');
  // The first address is loaded while the router is still being made.
  getRouter().patchRoutes('shell', adminRoutes);
  hasAdminRoutes = true;
  const { pathname, search } = new URL(request.url);
  // At the first load and after Back the browser is there already: another entry of its history would be one too many.
  const isThere = window.location.pathname === pathname && window.location.search === search;
  return (isThere ? replace : redirect)(pathname + search);
}

/** The parts of the first screen are on their way; an empty page in the theme's colour flickers least. */
function BeforeFirstScreen() {
  return null;
}

function knownScope({ params }: LoaderFunctionArgs): Response | null {
  return scopeOf(params) ? null : replace('/inboxes/assigned');
}
