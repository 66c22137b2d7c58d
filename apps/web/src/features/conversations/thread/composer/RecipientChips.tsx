import { isEmail } from '@bellhop/contract/formats';
import type { RecipientOrigin } from '@bellhop/rules/reply-recipients';
import { UserPlus, X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { type TextKey, t } from '../../../../lib/i18n.ts';
import { classNames } from '../../../../ui/class-names.ts';

interface RecipientChipsProps {
  label: string;
  addresses: readonly string[];
  /** Names of known addresses, shown instead of them. */
  names: Readonly<Record<string, string>>;
  originOf: (address: string) => RecipientOrigin;
  onRemove: (address: string) => void;
  /** Takes an address back into the input, to be changed there. */
  onEdit: (address: string) => void;
  /** The keyboard goes on in the input. */
  onLeave: () => void;
}

/** More than so many are folded to the first of them. */
const mostUnfolded = 12;
const shownOfMany = 8;

/**
 * The addresses of a field. Arrows move from one to the next, Enter or a double click takes one back to be changed, Delete
 * or Backspace removes it. Each says where it comes from; what is no address is marked.
 */
export function RecipientChips(props: RecipientChipsProps) {
  const { label, addresses, onRemove, onEdit, onLeave } = props;
  const list = useRef<HTMLUListElement>(null);
  const [areAllShown, setAllShown] = useState(false);
  const isMany = addresses.length > mostUnfolded;
  const shown = isMany && !areAllShown ? addresses.slice(0, shownOfMany) : addresses;
  if (addresses.length === 0) return null;

  const faces = () => [...(list.current?.querySelectorAll<HTMLElement>('.recipient-face') ?? [])];
  const focusAt = (index: number) => {
    const face = faces()[index];
    if (face) face.focus();
    else onLeave();
  };
  const remove = (address: string) => {
    const at = shown.indexOf(address);
    const next = faces()[at + 1] ?? faces()[at - 1];
    if (next) next.focus();
    else onLeave();
    onRemove(address);
  };
  const onKeyDown = (event: KeyboardEvent, address: string) => {
    const at = shown.indexOf(address);
    const isRtl = document.documentElement.dir === 'rtl';
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) focusAt(Math.max(0, at + (isRtl ? -step : step)));
    else if (event.key === 'Home') focusAt(0);
    else if (event.key === 'End') onLeave();
    else if (event.key === 'Delete' || event.key === 'Backspace') remove(address);
    else if (event.key === 'Enter' || event.key === 'F2') onEdit(address);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <ul ref={list} className="recipient-chips" aria-label={label}>
        {shown.map((address) => (
          <RecipientChip key={address} {...props} address={address} onRemove={remove} onKeyDown={onKeyDown} />
        ))}
      </ul>
      {isMany && (
        <button
          type="button"
          className="recipient-more"
          aria-expanded={areAllShown}
          onClick={() => setAllShown(!areAllShown)}
        >
          {areAllShown ? t('recipients.hide') : t('recipients.more', { n: addresses.length - shownOfMany })}
        </button>
      )}
    </>
  );
}

interface RecipientChipProps extends Pick<RecipientChipsProps, 'names' | 'originOf' | 'onRemove' | 'onEdit'> {
  address: string;
  onKeyDown: (event: KeyboardEvent, address: string) => void;
}

function RecipientChip({ address, names, originOf, onRemove, onEdit, onKeyDown }: RecipientChipProps) {
  const name = names[address];
  const isBad = !isEmail(address);
  const from = originOf(address);
  const origin = isBad ? t('composer.no_address') : t(originTexts[from]);
  const whole = name
    ? t('recipients.chip_named', { name, address, origin })
    : t('recipients.chip', { address, origin });
  const isAdded = !isBad && (from === 'added_by_you' || from === 'added_by_customer');
  return (
    <li className={classNames('chip', isBad && 'is-bad')} title={whole}>
      <button
        type="button"
        className="recipient-face"
        // The keyboard comes here from the input, with the arrows.
        tabIndex={-1}
        aria-label={whole}
        onKeyDown={(event) => onKeyDown(event, address)}
        onDoubleClick={() => onEdit(address)}
      >
        {isAdded && <UserPlus className="recipient-added" aria-hidden />}
        <span dir="auto">{name || address}</span>
      </button>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t('globals.messages.remove', { name: name || address })}
        onClick={() => onRemove(address)}
      >
        <X aria-hidden />
      </button>
    </li>
  );
}

const originTexts = {
  customer: 'recipients.customer',
  last_mail: 'recipients.last_mail',
  added_by_customer: 'recipients.added_by_customer',
  added_by_you: 'recipients.added_by_you',
} as const satisfies Record<RecipientOrigin, TextKey>;
