/** Rules in the reader's words: for the pages that set them up, and for the records of why they ran. */
export { actionInWords, conditionInWords, foundInWords, ruleInWords } from './in-words.ts';
export { fieldLabel, fieldPhrase, quoted, rowName, typeTitle } from './rule-names.ts';
export { useRuleWorld } from './use-rule-world.ts';
