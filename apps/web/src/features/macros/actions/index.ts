/** What actions are made of, for the pages that set up macros and rules; apart from the feature's own door, which every screen loads. */
export { ActionList, type EditedAction, type HtmlWriter } from './ActionList.tsx';
export type { ActionChoices } from './action-choices.ts';
export { useActionChoices } from './use-action-choices.ts';
