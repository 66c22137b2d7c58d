export { templateData } from './template-data.ts';
export { createTemplateHandlers } from './templates.handlers.ts';
export { findBuiltin } from './templates.queries.ts';
export { wrapMail } from './wrap-mail.ts';
