export { createAutomationHandlers } from './automations.handlers.ts';
export { forgetDryRuns, runDryRun } from './dry-run/run-dry-run.job.ts';
export { actInUnit, type BrokenActions, executeRule, type RuleRun } from './engine/execute-rule.ts';
export { type ContentSource, type EventFacts, loadFacts } from './engine/load-facts.ts';
export { queueRules } from './engine/queue-rules.ts';
export { runTasks } from './engine/run-tasks.job.ts';
export { createRule } from './save-automation.ts';
export { sweepTimeRules } from './time/sweep.ts';
