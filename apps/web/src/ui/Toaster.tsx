import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useEffect } from 'react';
import { Toaster as Sonner, toast, useSonner } from 'sonner';
import { plural, t } from '../lib/i18n.ts';
import { useTheme } from '../lib/theme.ts';
import { startToasts } from './toast.ts';
import { useToastPlace } from './toast-place.ts';
import './toast.css';

/**
 * Stands once in the application, with the settings of specification 9. Its default place is bottom-right; toasts of the
 * application come top-center (ui/toast.ts), where they cover nothing that is needed (ui/toast-place.ts).
 */
export function Toaster() {
  // Sonner drops what is said before it listens; its own effect comes first.
  useEffect(() => startToasts(toast), []);
  const place = useToastPlace(useSonner().toasts.length > 0);
  return (
    <Sonner
      theme={useTheme()}
      visibleToasts={3}
      gap={14}
      offset={32}
      mobileOffset={16}
      style={place}
      position="bottom-right"
      hotkey={['altKey', 'KeyT']}
      containerAriaLabel={plural('globals.terms.notification')}
      closeButton
      icons={{ error: <TriangleAlert aria-hidden />, success: <CircleCheck aria-hidden /> }}
      toastOptions={{ duration: 4000, className: 'toast', closeButtonAriaLabel: t('globals.messages.close') }}
    />
  );
}
