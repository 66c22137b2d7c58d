/** Why something happened, for the page of a conversation: loaded when somebody asks. */
export const loadWhyDialog = () => import('./WhyDialog.tsx');
