import { CircleCheck, TriangleAlert } from 'lucide-react';
import { Toaster as Sonner } from 'sonner';
import { plural, t } from '../lib/i18n.ts';
import { useTheme } from '../lib/theme.ts';
import './toast.css';

/** Stands once in the application, with the settings of specification 9. */
export function Toaster() {
  return (
    <Sonner
      theme={useTheme()}
      visibleToasts={3}
      gap={14}
      offset={32}
      mobileOffset={16}
      position="bottom-right"
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={plural('globals.terms.notification')}
      closeButton
      icons={{ error: <TriangleAlert aria-hidden />, success: <CircleCheck aria-hidden /> }}
      toastOptions={{ duration: 4000, className: 'toast', closeButtonAriaLabel: t('globals.messages.close') }}
    />
  );
}
