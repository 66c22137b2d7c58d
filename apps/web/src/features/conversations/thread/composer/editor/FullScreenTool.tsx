import { Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../../../../lib/i18n.ts';
import { IconButton } from '../../../../../ui/IconButton.tsx';
import { coverRest } from './cover-rest.ts';

const keys = 'mod+Shift+f';
/** Whose composer is large; it stays so when its mode changes, which makes a new form. */
let large: string | undefined;
let mounted = 0;

/** Gives a letter the whole window, by button or key; Escape gives it back. */
export function FullScreenTool({ uuid }: { uuid: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isLarge, setLarge] = useState(large === uuid);
  large = isLarge ? uuid : large === uuid ? undefined : large;
  useEffect(() => {
    mounted += 1;
    return () => {
      mounted -= 1;
      setTimeout(() => {
        if (mounted === 0) large = undefined;
      });
    };
  }, []);
  useLayoutEffect(() => {
    const form = button.current?.closest('form');
    if (!form || !isLarge) return;
    form.dataset.large = '';
    const uncover = coverRest(form);
    return () => {
      delete form.dataset.large;
      uncover();
    };
  }, [isLarge]);
  useEffect(() => {
    const form = button.current?.closest('form');
    const onKeyDown = (event: KeyboardEvent) => {
      const isToggle = event.key.toLowerCase() === 'f' && event.shiftKey && (event.ctrlKey || event.metaKey);
      const target = event.target as Element;
      // An open list or menu closes first.
      const isFree =
        target.getAttribute('aria-expanded') !== 'true' && target.closest('[role="menu"], [role="dialog"]') === null;
      if (isToggle) setLarge((was) => !was);
      else if (isLarge && event.key === 'Escape' && isFree) setLarge(false);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    form?.addEventListener('keydown', onKeyDown);
    return () => form?.removeEventListener('keydown', onKeyDown);
  }, [isLarge]);
  return (
    <IconButton
      ref={button}
      size="s"
      side="top"
      label={isLarge ? t('composer.small') : t('composer.full_screen')}
      keys={isLarge ? 'Escape' : keys}
      icon={isLarge ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
      onClick={() => setLarge(!isLarge)}
    />
  );
}
