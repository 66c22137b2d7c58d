/** A record of why something happened, for the pages that show it; apart from the feature's own door, which every conversation loads. */
export { TraceView } from './TraceView.tsx';
export { eventText } from './trace-words.ts';
