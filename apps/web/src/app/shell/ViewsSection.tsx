import type { View } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, ListFilter, Pencil, Plus, Trash2 } from 'lucide-react';
import { memo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { listPath } from '../../features/conversations/index.ts';
import { useDeleteView, ViewDialog, viewQueries } from '../../features/views/index.ts';
import { plural, t } from '../../lib/i18n.ts';
import { useCan } from '../../lib/session.ts';
import { setDrawer } from '../../lib/sidebar.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { useMedia } from '../../ui/use-media.ts';
import { ScopeLink } from './ScopeLink.tsx';
import { SidebarGroup } from './SidebarGroup.tsx';

type Open = { name: 'new' } | { name: 'edit' | 'delete'; view: View };

/** The agent's own views, with add, edit and delete (specification 2). */
export function ViewsSection() {
  const mayManage = useCan('view:manage');
  return mayManage ? <Views /> : null;
}

function Views() {
  const { data: views = [] } = useQuery(viewQueries.mine());
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const { mutate: remove, isPending } = useDeleteView();
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  const show = (view: View) => {
    setDrawer(false);
    void navigate(listPath({ kind: 'view', view_id: view.id }));
  };
  const confirm = (view: View) => {
    remove(view.id, {
      onSuccess: () => {
        close();
        const path = listPath({ kind: 'view', view_id: view.id });
        if (pathname === path || pathname.startsWith(`${path}/`)) void navigate(listPath({ kind: 'assigned' }));
      },
    });
  };
  return (
    <SidebarGroup
      memory="viewInboxOpen"
      title={plural('globals.terms.view')}
      action={
        <IconButton
          size="s"
          label={t('views.new')}
          icon={<Plus aria-hidden />}
          onClick={() => setOpen({ name: 'new' })}
        />
      }
    >
      <ul className="views">
        {views.map((view) => (
          <ViewEntry key={view.id} view={view} onOpen={setOpen} />
        ))}
      </ul>
      <ViewDialog
        isOpen={open?.name === 'new' || open?.name === 'edit'}
        onClose={close}
        view={open?.name === 'edit' ? open.view : undefined}
        onSaved={show}
      />
      {open?.name === 'delete' && (
        <DeleteDialog view={open.view} isBusy={isPending} onClose={close} onConfirm={() => confirm(open.view)} />
      )}
    </SidebarGroup>
  );
}

const ViewEntry = memo(function ViewEntry({ view, onOpen }: { view: View; onOpen: (open: Open) => void }) {
  // Three hundred menus would be noticed; one is made when somebody comes near.
  const [isNear, setNear] = useState(false);
  const isTouched = useMedia('(hover: none), (max-width: 767px)');
  const label = t('views.actions', { name: view.name });
  const trigger = <IconButton size="s" className="view-more" label={label} icon={<Ellipsis aria-hidden />} />;
  return (
    <li className="view" onPointerEnter={() => setNear(true)} onFocus={() => setNear(true)}>
      <ScopeLink scope={{ kind: 'view', view_id: view.id }} icon={<ListFilter aria-hidden />} name={view.name} />
      {(isNear || isTouched) && (
        <Menu align="end" label={label} trigger={trigger}>
          <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onOpen({ name: 'edit', view })}>
            {t('globals.messages.edit')}
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} tone="bad" onSelect={() => onOpen({ name: 'delete', view })}>
            {t('globals.messages.delete')}
          </MenuItem>
        </Menu>
      )}
    </li>
  );
});

interface DeleteDialogProps {
  view: View;
  isBusy: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

function DeleteDialog({ view, isBusy, onClose, onConfirm }: DeleteDialogProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('views.delete_title', { name: view.name })}
      description={t('views.delete_text')}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {t('globals.messages.cancel')}
          </Button>
          <Button tone="bad" disabled={isBusy} onClick={onConfirm}>
            {t('globals.messages.delete')}
          </Button>
        </>
      }
    />
  );
}
