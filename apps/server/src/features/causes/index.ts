export { createCauseHandlers } from './causes.handlers.ts';
export { listRuleLog, type RuleStatistics, ruleStatistics } from './rule-log.ts';
