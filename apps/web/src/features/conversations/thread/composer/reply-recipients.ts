export { listed as list } from '@bellhop/rules/meta-addresses';
export { noRecipients, type Recipients, replyRecipients } from '@bellhop/rules/reply-recipients';
