import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const settingsQueries = {
  /** General settings as administrators change them. */
  general: () =>
    queryOptions({
      queryKey: ['settings', 'general'],
      queryFn: ({ signal }) => api('settings.admin', {}, { signal }),
      meta: { silent: true },
    }),
  /** The mail server of notifications. */
  notification: () =>
    queryOptions({
      queryKey: ['settings', 'notification'],
      queryFn: ({ signal }) => api('settings.email_notifications', {}, { signal }),
      meta: { silent: true },
    }),
  /** What the login page offers: passkeys once somebody has one for the desk's address. */
  signInMethods: () =>
    queryOptions({
      queryKey: ['settings', 'sign-in-methods'],
      queryFn: ({ signal }) => api('login.methods', {}, { signal }),
      meta: { silent: true },
    }),
  /** The language packs that there are. */
  languages: () =>
    queryOptions({
      queryKey: ['settings', 'languages'],
      queryFn: ({ signal }) => api('lang.list', {}, { signal }),
      staleTime: Number.POSITIVE_INFINITY,
    }),
};
