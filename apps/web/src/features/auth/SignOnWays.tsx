import type { EnabledOidc, SignOnProblem } from '@bellhop/contract';
import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { api } from '../../lib/api.ts';
import { t } from '../../lib/i18n.ts';
import { nextPath } from '../../lib/next-path.ts';
import { buttonClass } from '../../ui/Button.tsx';
import './sign-on-ways.css';

/** Asked for while the page itself is fetched, so that nothing moves when it is there. Without an answer there is the password still. */
const enabled: Promise<EnabledOidc[]> = api('oidc.enabled').catch(() => []);

/**
 * Signing in with an account from elsewhere: a link to each provider, which brings people back to where they wanted to go. With `onLeave` it
 * opens a tab of its own and says that it did.
 */
export function SignOnWays({ onLeave }: { onLeave?: () => void }) {
  const [ways, setWays] = useState<readonly EnabledOidc[]>([]);
  useEffect(() => void enabled.then(setWays), []);
  if (ways.length === 0) return null;
  const next = nextPath(window.location.search);
  const query = next ? `?next=${encodeURIComponent(next)}` : '';
  return (
    <div className="sign-on-ways">
      <p>{t('auth.orContinueWith')}</p>
      {ways.map(({ id, name, logo_url }) => (
        <a
          key={id}
          className={buttonClass({ size: 'l', isWide: true })}
          href={`/api/v1/oidc/${id}/login${query}`}
          {...(onLeave && { target: '_blank', rel: 'noopener', onClick: onLeave })}
        >
          {logo_url ? <img src={logo_url} alt="" /> : <KeyRound aria-hidden />}
          <span dir="auto">{t('login.sso.with', { name })}</span>
        </a>
      ))}
    </div>
  );
}

const texts: Record<SignOnProblem, () => string> = {
  unknown_provider: () => t('login.sso.error.unknown_provider'),
  unreachable: () => t('login.sso.error.unreachable'),
  refused: () => t('login.sso.error.refused'),
  not_verifiable: () => t('login.sso.error.not_verifiable'),
  state: () => t('login.sso.error.state'),
  no_email: () => t('login.sso.error.no_email'),
  unverified: () => t('login.sso.error.unverified'),
  unknown_agent: () => t('login.sso.error.unknown_agent'),
  domain: () => t('login.sso.error.domain'),
  disabled: () => t('login.sso.error.disabled'),
  too_many: () => t('login.sso.error.too_many'),
  failed: () => t('login.sso.error.failed'),
};

/**
 * What a sign-on that came to nothing is told by, out of the page's own address: anybody can write one, so it chooses among texts of ours
 * and names nothing but the number of a request.
 */
export function signOnProblem(search: string): { text: string; request: string | undefined } | undefined {
  const query = new URLSearchParams(search);
  const problem = query.get('error');
  if (problem === null) return undefined;
  const request = query.get('request') ?? '';
  return {
    text: (Object.hasOwn(texts, problem) ? texts[problem as SignOnProblem] : texts.failed)(),
    request: /^[0-9a-f-]{36}$/.test(request) ? request : undefined,
  };
}

/** Takes the problem out of the address, so that a reload does not tell it again; where one wanted to go stays. */
export function forgetProblem(): void {
  if (!new URLSearchParams(window.location.search).has('error')) return;
  const next = nextPath(window.location.search);
  window.history.replaceState(null, '', next ? `/?next=${encodeURIComponent(next)}` : '/');
}
