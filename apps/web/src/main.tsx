import type { Agent } from '@bellhop/contract';
import { createRoot } from 'react-dom/client';
import { StartFailed } from './app/StartFailed.tsx';
import { reloadWhenUpgraded } from './app/stale-build.ts';
import { ApiError, api, toApiError } from './lib/api.ts';
import { showFavicon } from './lib/favicon.ts';
import { setLanguage } from './lib/i18n.ts';
import { nextPath } from './lib/next-path.ts';
import { getSettings, setSettings } from './lib/settings.ts';
import './ui/base.css';

const root = createRoot(document.getElementById('root')!);
// The two halves are separate, so that the login page does not fetch the desk.
const loadDesk = () => import('./app/desk.tsx');
const loadLogin = () => import('./features/auth/LoginPage.tsx');
const loadReset = () => import('./features/auth/ResetPasswordPage.tsx');
const loadSetPassword = () => import('./features/auth/SetPasswordPage.tsx');

/** The pages before the desk: what loads each, and what shows it. */
const doors: Record<string, { load: () => Promise<unknown>; show: () => Promise<void> }> = {
  '/': { load: loadLogin, show: showLogin },
  '/reset-password': {
    load: loadReset,
    show: async () => {
      const { ResetPasswordPage } = await loadReset();
      root.render(<ResetPasswordPage />);
    },
  },
  '/set-password': {
    load: loadSetPassword,
    show: async () => {
      const { SetPasswordPage } = await loadSetPassword();
      root.render(<SetPasswordPage />);
    },
  },
};

reloadWhenUpgraded();
void start();

/** Start-up of wire A 3.7: settings, then the language, then the page. */
async function start(): Promise<void> {
  const { load, show } = doors[window.location.pathname.replace(/(.)\/+$/, '$1')] ?? { load: loadDesk, show: showDesk };
  // Fetched while settings and language are on their way; a failure surfaces where it is awaited.
  (load() as Promise<unknown>).catch(() => {});
  try {
    setSettings(await api('settings.general'));
    setLanguage(await api('lang.get', { params: { code: getSettings()['app.lang'] || 'en' } }));
    showFavicon();
    await show();
  } catch (error) {
    fail(error);
  }
}

function fail(error: unknown): void {
  console.error(error);
  root.render(<StartFailed message={toApiError(error).message} />);
}

async function showLogin(): Promise<void> {
  const { LoginPage } = await loadLogin();
  const enter = async (agent: Agent) => {
    if (agent.second_factor_required) return showEnrolment(nextPath(window.location.search));
    window.history.replaceState(null, '', nextPath(window.location.search) ?? '/inboxes/assigned');
    const { openDesk } = await loadDesk();
    root.render(openDesk(agent));
  };
  root.render(<LoginPage onSoon={() => void loadDesk()} onSignedIn={(agent) => enter(agent).catch(fail)} />);
}

async function showDesk(): Promise<void> {
  const { loadCurrentAgent, openDesk } = await loadDesk();
  try {
    root.render(openDesk(await loadCurrentAgent()));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'session.second_factor_required') return showEnrolment(null);
    if (!(error instanceof ApiError) || error.status_code !== 401) throw error;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/?next=${encodeURIComponent(here)}`);
  }
}

/** In place of everything else, until there is the second factor that a role requires. */
async function showEnrolment(next: string | null | undefined): Promise<void> {
  const { EnrolPage } = await import('./features/auth/EnrolPage.tsx');
  window.history.replaceState(null, '', '/account/second-factor');
  root.render(<EnrolPage onEnrolled={() => window.location.assign(next ?? '/inboxes/assigned')} />);
}
