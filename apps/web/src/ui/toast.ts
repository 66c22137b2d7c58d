import { type ExternalToast, toast as sonner } from 'sonner';
import { announce } from './announce.ts';

/** What a toast may have beside its type and title (specification 3); it lasts 4 s unless told otherwise (specification 9). */
export type ToastOptions = Pick<
  ExternalToast,
  | 'id'
  | 'description'
  | 'position'
  | 'icon'
  | 'action'
  | 'cancel'
  | 'dismissible'
  | 'duration'
  | 'onDismiss'
  | 'onAutoClose'
> & {
  /** Read out at once, in the middle of what is being read. */
  important?: boolean;
};

/** What a promise says while it runs and once it is settled. */
export interface ToastPhases<T> extends ToastOptions {
  loading: string;
  success: string | ((value: T) => string);
  error: string | ((reason: unknown) => string);
}

/** Toasts of the application, top center (settled question 38). Each answers its id, for `dismiss`. */
export const toast = {
  plain: (text: string, options?: ToastOptions) => sonner(text, placed(text, options)),
  success: (text: string, options?: ToastOptions) => sonner.success(text, placed(text, options)),
  error: (text: string, options?: ToastOptions) => sonner.error(text, placed(text, options)),
  /** One toast that follows a promise from its beginning to its end. */
  promise: <T>(promise: Promise<T>, { description: _none, ...phases }: ToastPhases<T>) =>
    sonner.promise(promise, placed(phases.loading, phases)),
  dismiss: (id: string | number) => sonner.dismiss(id),
};

function placed<O extends ToastOptions>(text: string, options: O | undefined): O & { position: 'top-center' } {
  const { important, ...rest } = options ?? ({} as O);
  if (important) announce(text, { isUrgent: true });
  return { position: 'top-center', ...rest } as O & { position: 'top-center' };
}
