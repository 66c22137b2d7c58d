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

reloadWhenUpgraded();
void start();

/** Start-up of wire A 3.7: settings, then the language, then the page. */
async function start(): Promise<void> {
  const isLogin = window.location.pathname === '/';
  // Fetched while settings and language are on their way; a failure surfaces where it is awaited.
  const page = (isLogin ? loadLogin() : loadDesk()) as Promise<unknown>;
  page.catch(() => {});
  try {
    setSettings(await api('settings.general'));
    setLanguage(await api('lang.get', { params: { code: getSettings()['app.lang'] || 'en' } }));
    showFavicon();
    await (isLogin ? showLogin() : showDesk());
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
    if (!(error instanceof ApiError) || error.status_code !== 401) throw error;
    const here = window.location.pathname + window.location.search;
    window.location.replace(`/?next=${encodeURIComponent(here)}`);
  }
}
