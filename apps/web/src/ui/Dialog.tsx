import { X } from 'lucide-react';
import * as Radix from 'radix-ui/dialog';
import { type ReactNode, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Button, buttonClass } from './Button.tsx';
import { classNames } from './class-names.ts';
import { focusHome } from './focus-home.ts';
import { originOf } from './focus-origin.ts';
import { DialogWork, useDialogWork } from './unsaved.tsx';
import './dialog.css';

interface DialogProps {
  isOpen: boolean;
  /** Called with Escape, a click beside it and the cross. Without it the dialog can only be left by its own buttons. */
  onClose?: () => void;
  title: string;
  description?: string;
  isWide?: boolean;
  /** Buttons at the end, the main one last. */
  footer?: ReactNode;
  /** What is entered is kept elsewhere, or worth nothing: it closes without asking. */
  isKept?: boolean;
  children?: ReactNode;
}

/** A dialog that keeps the focus while open and gives it back. Before typed text is lost it asks; its own buttons don't. */
export function Dialog(props: DialogProps) {
  const { isOpen, onClose, title, description, isWide, footer, isKept = false, children } = props;
  const focusReturn = useFocusReturn(isOpen);
  const work = useDialogWork(isOpen, onClose, isKept);
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    setAsking(false);
    onClose?.();
  };
  const leave = () => (onClose && work.isUnsaved() ? setAsking(true) : close());
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && leave()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content
          {...focusReturn}
          {...toastsAreNoOutside}
          onOpenAutoFocus={focusMarked}
          onFocusCapture={work.watch}
          className={classNames('dialog', isWide && 'is-wide')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="dialog-head">
            <div className="grow">
              <Radix.Title asChild>
                <h2>{title}</h2>
              </Radix.Title>
              {description && (
                <Radix.Description asChild>
                  <p>{description}</p>
                </Radix.Description>
              )}
            </div>
            {onClose && (
              <Radix.Close
                className={buttonClass({ tone: 'quiet', size: 's' }, 'btn-icon')}
                aria-label={t('globals.messages.close')}
              >
                <X aria-hidden />
              </Radix.Close>
            )}
          </div>
          <DialogWork value={work.parts}>
            <div className="dialog-body">{children}</div>
            {footer && <div className="dialog-foot">{footer}</div>}
          </DialogWork>
          {isAsking && <LeaveQuestion isOpen onStay={() => setAsking(false)} onLeave={close} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

interface LeaveQuestionProps {
  isOpen: boolean;
  onStay: () => void;
  onLeave: () => void;
}

/** Asked before something entered is lost. */
export function LeaveQuestion({ isOpen, onStay, onLeave }: LeaveQuestionProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onStay}
      isKept
      title={t('leave.title')}
      description={t('leave.text')}
      footer={
        <>
          <Button tone="bad" onClick={onLeave}>
            {t('leave.leave')}
          </Button>
          <Button tone="main" data-autofocus onClick={onStay}>
            {t('leave.stay')}
          </Button>
        </>
      }
    />
  );
}

/** Instead of the first button, which closes, what the dialog has marked. */
function focusMarked(event: Event): void {
  const marked = event.target instanceof Element && event.target.querySelector<HTMLElement>('[data-autofocus]');
  if (!marked) return;
  event.preventDefault();
  marked.focus();
}

/** A click into a toast is none beside the dialog. */
const toastsAreNoOutside = {
  onInteractOutside: (event: Event) => {
    if (event.target instanceof Element && event.target.closest('[data-sonner-toaster]')) event.preventDefault();
  },
};

/** A sheet from the start edge, for what stands beside the page on wider screens. */
export function Drawer({
  isOpen,
  onClose,
  title,
  children,
}: Required<Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'children'>>) {
  const focusReturn = useFocusReturn(isOpen);
  return (
    <Radix.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="scrim" />
        <Radix.Content {...focusReturn} className="drawer" aria-describedby={undefined}>
          <Radix.Title className="vh">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/**
 * The library gives the focus back to its own trigger only; these dialogs are opened by whatever had the focus. That is
 * looked up before anything in the dialog can take it.
 */
function useFocusReturn(isOpen: boolean) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  if (isOpen && !wasOpen.current) opener.current = openerOf(document.activeElement);
  wasOpen.current = isOpen;
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
      else focusHome(opener.current ?? undefined);
    },
  };
}

/** An item of a menu is gone when the dialog closes; the menu's button is there, or what had the focus before the menu. */
function openerOf(element: Element | null): Element | null {
  const id = element?.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  const trigger = id ? document.getElementById(id) : null;
  return trigger ? (originOf(trigger) ?? trigger) : element;
}
