import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n.ts';
import { pickTheme, useTheme } from '../../lib/theme.ts';
import { Bell } from '../../ui/Bell.tsx';
import './login.css';

/** The frame of every page before the desk: sign-in and setting a password. */
export function Door({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="door">
      <main>
        <div className="brand">
          <Bell className="ico brand-bell" />
          <b>Bellhop</b>
        </div>
        <h1 dir="auto">{heading}</h1>
        {children}
      </main>
      <DoorFooter />
    </div>
  );
}

/** Why the form as a whole was refused, with the number to ask an administrator by; read out as soon as it appears. */
export function DoorError({ text, request }: { text: string | undefined; request?: string | undefined }) {
  return (
    <div role="alert">
      {text && (
        <p className="error door-error">
          <TriangleAlert aria-hidden />
          <span>
            {text}
            {request && <small>{t('login.sso.request', { id: request })}</small>}
          </span>
        </p>
      )}
    </div>
  );
}

function DoorFooter() {
  const theme = useTheme();
  return (
    <footer>
      <button type="button" onClick={() => pickTheme(theme === 'dark' ? 'light' : 'dark')}>
        {t('shell.theme')}
      </button>
      <span>{t('_.name')}</span>
    </footer>
  );
}

/** Puts the focus into a field of a form, its text selected. */
export function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}
