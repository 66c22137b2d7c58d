import { type ExternalToast, toast as sonner } from 'sonner';

/** What a toast may have beside its text (specification 3 and 9: 4 s by default). */
export type ToastOptions = Pick<
  ExternalToast,
  'id' | 'description' | 'action' | 'duration' | 'onDismiss' | 'onAutoClose'
>;

/** Toasts of the application, top center (settled question 38). Each answers its id, for `dismiss`. */
export const toast = {
  plain: (text: string, options?: ToastOptions) => sonner(text, { ...options, position: 'top-center' }),
  success: (text: string, options?: ToastOptions) => sonner.success(text, { ...options, position: 'top-center' }),
  error: (text: string, options?: ToastOptions) => sonner.error(text, { ...options, position: 'top-center' }),
  dismiss: (id: string | number) => sonner.dismiss(id),
};
