export { ContactSuggest, type SuggestInput } from './ContactSuggest.tsx';
export { useContactSearch } from './contact-search.ts';
