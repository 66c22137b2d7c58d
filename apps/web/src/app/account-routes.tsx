import { type RouteObject, replace } from 'react-router';
import { RouteError } from './RouteError.tsx';

function page(name: string, lazy: NonNullable<RouteObject['lazy']>): RouteObject {
  return { path: `account/${name}`, lazy, ErrorBoundary: RouteError };
}

/** Every page of the agent's own account (specification 2). A module exports its page as `Component`. */
export const accountRoutes: RouteObject[] = [
  { path: 'account', loader: () => replace('/account/profile'), element: null },
  page('profile', () => import('../features/account/ProfilePage.tsx')),
  page('password', () => import('../features/account/PasswordPage.tsx')),
  page('second-factor', () => import('../features/account/SecondFactorPage.tsx')),
  page('sessions', () => import('../features/account/SessionsPage.tsx')),
  page('api-keys', () => import('../features/account/ApiKeysPage.tsx')),
  page('notifications', () => import('../features/account/NotificationsPage.tsx')),
  page('appearance', () => import('../features/account/AppearancePage.tsx')),
  page('keyboard', () => import('../features/account/KeyboardPage.tsx')),
];
