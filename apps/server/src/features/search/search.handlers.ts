import type { searchRoutes } from '@bellhop/contract';
import type { Deps } from '../../core/deps.ts';
import type { Handlers } from '../../http/request-context.ts';
import { searchContacts } from './search-contacts.ts';
import { searchConversations } from './search-conversations.ts';
import { searchMessages } from './search-messages.ts';
import { searchQuery } from './search-query.ts';

export function createSearchHandlers(deps: Deps): Handlers<typeof searchRoutes> {
  return {
    'search.conversations': ({ actor, query }) => searchConversations(deps, actor, query.query),
    'search.messages': ({ actor, query }) => searchMessages(deps, actor, query.query),
    'search.contacts': ({ actor, query }) => searchContacts(deps, actor, query.query),
    'search.query': ({ actor, query }) => searchQuery(deps, actor, query),
  };
}
