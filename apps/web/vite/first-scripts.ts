const start =
  'app/(StartFailed|stale-build)|features/auth/(?:sign-in|second-step)|lib/(api|email|favicon|i18n|next-path|settings|theme|title)|ui/(Bell|Button|Field)';
/** Signs of the pages before the desk: one that the desk shows too would bring all of its script along. */
const startSigns = 'check|circle|circle-check|fingerprint-pattern|key-round|mail-check|unlink';
const desk =
  'app/(realtime|router|start)|features/conversations/list/(?!InboxPage|NothingOpen|RowPresence)[^/]+|lib/(after-paint|query-client)|ui/(Boundary|copy-text)';
/** Signs of the conversation that other pages show, too: each would become a script of its own. */
const signs =
  'alarm-clock|arrow-down|chevron-(left|right)|copy|download|file-text|mail|mail-exclamation-point|paperclip|rotate-ccw|search-x|zap';

/** What the conversation shares with the composer, the page of a contact or the palette. */
const conversation =
  'features/conversations/(thread/(thread-entries|letter/(clean-ahead|index)|composer/(composer-state|editors|load-editor|uploads))|actions/use-resolve)|features/custom-attributes/fields/[^/]+|features/media/[^/]+';
const rules = 'attributes|composed-html|mention|meta-addresses';
const conversationSigns = 'circle-x|external-link|file(-[a-z]+)?|link|user-round-check';
/** What the help of a model in the conversation shares with that in the composer. */
const ai =
  'features/ai/(ai[.]api|ask-ai|index)|features/conversations/thread/(ai/(AiText|AiSourceList|ai-html|summaries)|composer/ai/ai-wishes)|lib/api-stream';

/**
 * What the first screens need comes in few scripts: `start` for the login page, on top of it `desk` for the list, on top of that
 * `conversation`, and `ai` where a model may be asked. Left alone, each set of pages that shares a module gets a script of its
 * own: eighty small ones, which compress badly. The pages themselves are left out, so that each stays its own entrance; a group
 * takes along what its modules import.
 */
export const firstScripts = {
  groups: [
    {
      name: 'start',
      priority: 2,
      // The helper is Vite's, which every page that loads another needs.
      test: new RegExp(
        `/apps/web/src/(${start})[.]tsx?$|/node_modules/react-dom/|vite/preload-helper|/lucide-react/dist/esm/icons/(${startSigns})[.]mjs$`,
      ),
    },
    {
      name: 'desk',
      priority: 1,
      test: new RegExp(`/apps/web/src/(${desk})[.]tsx?$|/lucide-react/dist/esm/icons/(${signs})[.]mjs$`),
    },
    {
      name: 'conversation',
      test: new RegExp(
        `/apps/web/src/(${conversation})[.]tsx?$|/packages/rules/src/(${rules})[.]ts$|/lucide-react/dist/esm/icons/(${conversationSigns})[.]mjs$`,
      ),
    },
    {
      name: 'ai',
      test: new RegExp(
        `/apps/web/src/(${ai})[.]tsx?$|/lucide-react/dist/esm/icons/(message-square-reply|square)[.]mjs$`,
      ),
    },
  ],
};
