import type { FoundContact } from '@bellhop/contract';
import * as Popover from 'radix-ui/popover';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { fullName } from '../../lib/format.ts';
import { t } from '../../lib/i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { announce } from '../../ui/announce.ts';
import { classNames } from '../../ui/class-names.ts';
import { landmarkOf } from '../../ui/landmark.ts';
import { useContactSearch } from './contact-search.ts';
import './contact-suggest.css';

/** What the input of a suggestion list must carry. */
export interface SuggestInput {
  role: 'combobox';
  'aria-autocomplete': 'list';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-activedescendant': string | undefined;
}

interface ContactSuggestProps {
  /** What was typed. */
  text: string;
  /** Addresses that need no suggestion any more. */
  without?: readonly string[];
  onChoose: (contact: FoundContact & { email: string }) => void;
  /** Gives the input; it calls `onKeyDown` first, which answers whether the list has used the key. */
  children: (input: SuggestInput, onKeyDown: (event: KeyboardEvent) => boolean) => ReactNode;
}

/**
 * An input with contacts below it that match what is typed. Arrows move, Enter and Tab choose, Escape closes until something
 * else is typed; the keyboard stays in the input.
 */
export function ContactSuggest({ text, without = [], onChoose, children }: ContactSuggestProps) {
  const id = useId();
  const anchor = useRef<HTMLSpanElement>(null);
  const found = useContactSearch(text);
  const [place, setPlace] = useState({ text: '', at: -1 });
  const [closedFor, setClosedFor] = useState<string>();
  const offered = found.filter(hasAddress).filter(({ email }) => !without.includes(email.toLowerCase()));
  const isOpen = offered.length > 0 && closedFor !== text;
  // Another text begins without a choice.
  const at = place.text === text ? place.at : -1;
  const setAt = (next: number) => setPlace({ text, at: next });
  const active = isOpen ? offered[at] : undefined;
  useEffect(() => {
    if (isOpen) announce(t('contact_search.found', { n: offered.length }, offered.length));
  }, [isOpen, offered.length]);

  const choose = (contact: (typeof offered)[number]) => {
    // Where the address now stands in the input it is found once more.
    setClosedFor(contact.email);
    onChoose(contact);
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen || event.nativeEvent.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setAt(at < 0 && step < 0 ? offered.length - 1 : (at + step + offered.length) % offered.length);
    else if ((event.key === 'Enter' || event.key === 'Tab') && active && !event.ctrlKey && !event.metaKey)
      choose(active);
    else if (event.key === 'Escape') {
      setClosedFor(text);
      event.stopPropagation();
    } else return false;
    event.preventDefault();
    return true;
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={(next) => !next && setClosedFor(text)}>
      <Popover.Anchor asChild>
        <span ref={anchor} className="suggest-anchor">
          {children(
            {
              role: 'combobox',
              'aria-autocomplete': 'list',
              'aria-expanded': isOpen,
              'aria-controls': isOpen ? id : undefined,
              'aria-activedescendant': active && `${id}-${active.id}`,
            },
            onKeyDown,
          )}
        </span>
      </Popover.Anchor>
      <Popover.Portal container={landmarkOf(anchor.current)}>
        <Popover.Content
          id={id}
          className="menu contact-suggest"
          role="listbox"
          aria-label={t('contact_search.label')}
          align="start"
          sideOffset={4}
          collisionPadding={8}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => {
            if (anchor.current?.contains(event.target as Node)) event.preventDefault();
          }}
        >
          {offered.map((contact, index) => (
            <div
              key={contact.id}
              id={`${id}-${contact.id}`}
              className={classNames('item', contact === active && 'is-active')}
              role="option"
              aria-selected={contact === active}
              tabIndex={-1}
              onPointerMove={() => setAt(index)}
              // The input keeps the focus.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(contact)}
              onKeyDown={onKeyDown}
            >
              <Avatar {...contact} size={28} />
              <span className="contact-suggest-text">
                <span className="cut" dir="auto">
                  {fullName(contact) || contact.email}
                </span>
                <small className="cut" dir="ltr">
                  {contact.email}
                </small>
              </span>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

function hasAddress(contact: FoundContact): contact is FoundContact & { email: string } {
  return contact.email !== null && contact.email !== '';
}
