import type { Contact } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { toApiError } from '../../../lib/api.ts';
import { fullName } from '../../../lib/format.ts';
import { t } from '../../../lib/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { useTitle } from '../../../lib/title.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { Tooltip } from '../../../ui/Tooltip.tsx';
import { screens, useMedia } from '../../../ui/use-media.ts';
import { EmptyState, ErrorPanel, Skeleton } from '../../../ui/Void.tsx';
import { contactQueries } from '../contacts.api.ts';
import { SidebarButton } from '../list/ContactsBar.tsx';
import { BlockButton } from './BlockButton.tsx';
import { ContactAttributes } from './ContactAttributes.tsx';
import { ContactConversations } from './ContactConversations.tsx';
import { ContactForm } from './ContactForm.tsx';
import { ContactHead } from './ContactHead.tsx';
import { ContactNotes } from './ContactNotes.tsx';
import '../contacts.css';

/** One contact: who it is, what is written about it, what was written with it. */
export function Component() {
  const { id = '' } = useParams();
  const mayRead = useCan('contacts:read');
  if (!mayRead) {
    return (
      <Frame title={t('globals.terms.contact')}>
        <EmptyState
          icon={<Lock aria-hidden />}
          title={t('contacts.not_allowed_one')}
          text={t('list.not_allowed.text')}
        />
      </Frame>
    );
  }
  return /^[1-9]\d{0,9}$/.test(id) ? <Fetched key={id} id={Number(id)} /> : <NotFound />;
}

function Fetched({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(contactQueries.detail(id));
  if (data) return <Opened contact={data} />;
  if (!error) return <Opening />;
  const failure = toApiError(error);
  if ([400, 404].includes(failure.status_code)) return <NotFound />;
  return (
    <Frame title={t('globals.terms.contact')}>
      <ErrorPanel title={t('contacts.could_not_open')} message={failure.message} onRetry={() => void refetch()} />
    </Frame>
  );
}

function Opened({ contact }: { contact: Contact }) {
  const mayReadNotes = useCan('contact_notes:read');
  const mayBlock = useCan('contacts:block');
  const name = fullName(contact) || contact.email || t('globals.terms.contact');
  return (
    <Frame title={name} action={mayBlock && <BlockButton contact={contact} name={name} />}>
      <div className="contact-scroll scroll">
        <div className="contact-columns">
          <div>
            <ContactHead contact={contact} name={name} />
            <ContactForm contact={contact} />
            <ContactAttributes contact={contact} />
          </div>
          <div>
            {mayReadNotes && <ContactNotes id={contact.id} />}
            <ContactConversations id={contact.id} />
          </div>
        </div>
      </div>
    </Frame>
  );
}

function Opening() {
  return (
    <Frame title={t('globals.terms.contact')}>
      <div className="contact-scroll" aria-busy="true">
        <span className="vh">{t('globals.terms.loading')}</span>
        <div className="contact-columns">
          <div className="contact-head">
            <Skeleton width="72px" height="72px" isRound />
            <Skeleton width="40%" />
          </div>
        </div>
      </div>
    </Frame>
  );
}

function NotFound() {
  const mayList = useCan('contacts:read_all');
  return (
    <Frame title={t('globals.terms.contact')}>
      <EmptyState
        icon={<SearchX aria-hidden />}
        title={t('contacts.not_found.title')}
        text={t('contacts.not_found.text')}
        action={
          mayList && (
            <Link className={buttonClass()} to="/contacts">
              {t('contacts.all')}
            </Link>
          )
        }
      />
    </Frame>
  );
}

interface FrameProps {
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** The bar with the way back to the list that one came from. */
function Frame({ title, action, children }: FrameProps) {
  useTitle(title);
  const isPhone = useMedia(screens.phone);
  const mayList = useCan('contacts:read_all');
  const { list = '' } = (useLocation().state ?? {}) as { list?: string };
  return (
    <section className="contacts-page" aria-label={title}>
      <div className="bar">
        {mayList ? (
          <Tooltip label={t('contacts.back')}>
            <Link
              className={buttonClass({ tone: 'quiet' }, 'btn-icon')}
              to={`/contacts${list}`}
              aria-label={t('contacts.back')}
            >
              <ArrowLeft className="flips" aria-hidden />
            </Link>
          </Tooltip>
        ) : (
          <SidebarButton isPhone={isPhone} />
        )}
        <h1 className="cut grow" dir="auto">
          {title}
        </h1>
        {action}
      </div>
      {children}
    </section>
  );
}
