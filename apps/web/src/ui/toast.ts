import type { ExternalToast, toast as sonner } from 'sonner';
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

type Show = (toasts: typeof sonner) => unknown;

let toasts: typeof sonner | undefined;
const waiting: Show[] = [];

/** Toasts of the application, top center (settled question 38). They wait until the toaster stands. */
export const toast = {
  plain: (text: string, options?: ToastOptions) => show(text, options, (to, rest) => to(text, rest)),
  success: (text: string, options?: ToastOptions) => show(text, options, (to, rest) => to.success(text, rest)),
  error: (text: string, options?: ToastOptions) => show(text, options, (to, rest) => to.error(text, rest)),
  /** One toast that follows a promise from its beginning to its end. */
  promise: <T>(promise: Promise<T>, { description: _none, ...phases }: ToastPhases<T>) =>
    show(phases.loading, phases, (to, rest) => to.promise(promise, rest)),
  dismiss: (id: string | number) => whenReady((to) => to.dismiss(id)),
};

/** The toaster stands, and shows what was said before it did. */
export function startToasts(ready: typeof sonner): void {
  toasts = ready;
  for (const show of waiting.splice(0)) show(ready);
}

function show<O extends ToastOptions>(
  text: string,
  options: O | undefined,
  use: (toasts: typeof sonner, options: O & { position: 'top-center' }) => unknown,
): void {
  const rest = placed(text, options);
  whenReady((ready) => use(ready, rest));
}

function whenReady(use: Show): void {
  if (toasts) use(toasts);
  else waiting.push(use);
}

function placed<O extends ToastOptions>(text: string, options: O | undefined): O & { position: 'top-center' } {
  const { important, ...rest } = options ?? ({} as O);
  if (important) announce(text, { isUrgent: true });
  return { position: 'top-center', ...rest } as O & { position: 'top-center' };
}
