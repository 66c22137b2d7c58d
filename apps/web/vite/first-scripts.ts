const start =
  'app/(StartFailed|stale-build)|features/auth/(?:sign-in|second-step)|lib/(api|email|favicon|i18n|next-path|settings|theme|title)|ui/(Bell|Button|Field)';
/** Signs of the pages before the desk: one that the desk shows too would bring all of its script along. */
const startSigns = 'check|circle|circle-check|fingerprint-pattern|key-round|mail-check|unlink';
const desk = 'app/(realtime|router|start)|features/conversations/list/(?!InboxPage|NothingOpen|RowPresence)[^/]+';
/** Signs of the conversation that other pages show, too: each would become a script of its own. */
const signs =
  'alarm-clock|arrow-down|chevron-(left|right)|download|file-text|mail|mail-exclamation-point|paperclip|rotate-ccw|search-x';

/**
 * What the first screens need comes in two scripts: `start` for the login page, and on top of it `desk` for the list. Left
 * alone, each set of pages that shares a module gets a script of its own: sixty small ones, which compress badly. The pages
 * themselves are left out, so that each stays its own entrance; a group takes along what its modules import.
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
  ],
};
