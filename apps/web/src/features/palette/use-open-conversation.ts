import type { Conversation } from '@bellhop/contract';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { conversationQueries } from '../conversations/index.ts';

/** The conversation of the address, once it is loaded. */
export function useOpenConversation(): Conversation | undefined {
  const { uuid } = useParams();
  // Its page fetches it; this looks on.
  return useQuery({ ...conversationQueries.detail(uuid ?? ''), enabled: false }).data;
}
