import type { Contact } from '@bellhop/contract';
import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { type ApiRequest, api } from '../../lib/api.ts';

export type ContactListRequest = NonNullable<ApiRequest<'contacts.list'>['query']>;

export const contactQueries = {
  /** One page; the page before stays on screen while the next one comes. Its own panel shows a failure. */
  list: (query: ContactListRequest) =>
    queryOptions({
      queryKey: ['contacts', 'list', query] as const,
      queryFn: ({ signal }) => api('contacts.list', { query }, { signal }),
      placeholderData: keepPreviousData,
      meta: { silent: true },
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: ['contacts', 'detail', id] as const,
      queryFn: ({ signal }) => api('contacts.get', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  notes: (id: number) =>
    queryOptions({
      queryKey: ['contacts', 'notes', id] as const,
      queryFn: ({ signal }) => api('contact_notes.list', { params: { id } }, { signal }),
      meta: { silent: true },
    }),
  conversations: (id: number) =>
    infiniteQueryOptions({
      queryKey: ['contacts', 'conversations', id] as const,
      queryFn: ({ pageParam, signal }) =>
        api('contacts.conversations', { params: { id }, query: { cursor: pageParam } }, { signal }),
      initialPageParam: '',
      getNextPageParam: (page) => page.next_cursor ?? undefined,
      meta: { silent: true },
    }),
};

/** What the form of a contact holds, as text. */
export interface ContactForm {
  first_name: string;
  last_name: string;
  email: string;
  phone_number_calling_code: string;
  phone_number: string;
  country: string;
}

/** The stored values of a form. */
export function formOf(contact: Contact): ContactForm {
  return {
    first_name: contact.first_name,
    last_name: contact.last_name,
    email: contact.email ?? '',
    phone_number_calling_code: contact.phone_number_calling_code ?? '',
    phone_number: contact.phone_number ?? '',
    country: contact.country ?? '',
  };
}

/** Saves the form; the avatar stays. Its form shows a failure. */
export function useSaveContact({ id, avatar_url }: Contact) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (form: ContactForm) =>
      api('contacts.update', { params: { id }, body: { ...form, avatar_url }, files: [] }),
    onSuccess: () => renew(client, id),
    meta: { silent: true },
  });
}

/** Replaces or, without a file, removes the avatar; everything else stays as stored (wire A 15.3). */
export function useSaveAvatar(contact: Contact) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (file: File | null) =>
      api('contacts.update', {
        params: { id: contact.id },
        body: { ...formOf(contact), avatar_url: null },
        files: file ? [file] : [],
      }),
    onSuccess: () => renew(client, contact.id),
  });
}

/** Merges attribute values; shown at once, taken back when the server refuses. */
export function useMergeAttributes(id: number) {
  const client = useQueryClient();
  const { queryKey } = contactQueries.detail(id);
  return useMutation({
    mutationFn: (values: Record<string, unknown>) => api('contacts.merge_attributes', { params: { id }, body: values }),
    onMutate: async (values) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (contact) => contact && { ...contact, custom_attributes: { ...contact.custom_attributes, ...values } },
      );
    },
    onSettled: () => renew(client, id),
  });
}

/** Blocks or unblocks. */
export function useBlockContact(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (enabled: boolean) => api('contacts.block', { params: { id }, body: { enabled } }),
    onSuccess: () => renew(client, id),
  });
}

export function useAddNote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note: string) => api('contact_notes.create', { params: { id }, body: { note } }),
    onSuccess: () => client.invalidateQueries(contactQueries.notes(id)),
  });
}

export function useDeleteNote(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (note_id: number) => api('contact_notes.delete', { params: { id, note_id } }),
    // After a failure too: somebody else may have deleted it (wire A 15.5).
    onSettled: () => client.invalidateQueries(contactQueries.notes(id)),
  });
}

/** Fetches the contact anew, and marks what shows it elsewhere as old. */
async function renew(client: QueryClient, id: number): Promise<void> {
  void client.invalidateQueries({ queryKey: ['contacts', 'list'] });
  void client.invalidateQueries({ queryKey: ['conversations', 'detail'] });
  await client.invalidateQueries(contactQueries.detail(id));
}
