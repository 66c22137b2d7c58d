/** What actions are made of, for the pages that set up macros and rules; apart from the feature's own door, which every screen loads. */
export { type ActionChoices, ActionList, type EditedAction, type HtmlWriter } from './ActionList.tsx';
export { useActionChoices } from './use-action-choices.ts';
