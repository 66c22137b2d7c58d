/** What writes: for the dialog that starts a conversation. Apart from the feature's own door, which every screen loads. */
export {
  contentOf,
  type Draft,
  isEmptyDraft,
  isEmptyHtml,
  newConversation,
  withoutEmptyEnd,
} from '../../drafts/draft.ts';
export { serverDrafts } from '../../drafts/server-drafts.ts';
export { drafts, useDraft, useDraftRevision } from '../../drafts.ts';
export { ComposerFiles } from './ComposerFiles.tsx';
export { runMacro } from './draft-macro.ts';
export { insertHtml } from './editors.ts';
export { loadEditor, loadHtmlEditor } from './load-editor.ts';
export { MacroLine } from './MacroLine.tsx';
export { OtherDraftLine } from './OtherDraftLine.tsx';
export { SendWarnings } from './SendWarnings.tsx';
export { cancelUploads, startUploads, useUploads } from './uploads.ts';
export { useSendCheck } from './use-send-check.ts';
