export { answerSurvey } from './answer-survey.ts';
export { registerCsatPages } from './csat-pages.ts';
export { planOnResolve, sendSurvey } from './plan-survey.ts';
export { sendDueSurveys } from './send-due-surveys.job.ts';
