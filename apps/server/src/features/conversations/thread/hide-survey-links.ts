import type { InboundMessage } from '../../../channels/channel.ts';

const slash = '(?:/|%2F)';
/** Mail programs break long addresses, and put a mark before each line that they quote. */
const gap = '(?:=?\\r?\\n[>\\s]*)?';
const surveyLink = new RegExp(
  `(${slash}csat${slash}(?:[0-9a-f-]${gap}){36}(?:\\?|%3F)${gap}s(?:=|%3D)(?:3D)?)(?:[\\w-]${gap}){1,22}`,
  'gi',
);

/**
 * The mail without what opens a survey: a customer who answers a survey's mail quotes its link, and no agent may answer in the customer's place
 * (behaviour 7). The same mail when it holds none.
 */
export function hideSurveyLinks(mail: InboundMessage): InboundMessage {
  const texts = [mail.content, mail.content_safe, mail.text_content, mail.plain_alternative];
  if (!texts.some((text) => text !== null && /csat/i.test(text) && text.search(surveyLink) !== -1)) return mail;
  const hide = <T extends string | null>(text: T) => (text === null ? text : withoutSurveyLinks(text)) as T;
  return {
    ...mail,
    content: hide(mail.content),
    content_safe: hide(mail.content_safe),
    text_content: hide(mail.text_content),
    plain_alternative: hide(mail.plain_alternative),
    reply_text: hide(mail.reply_text),
  };
}

/** A text whose links to surveys open none. */
export function withoutSurveyLinks(text: string): string {
  return text.replace(surveyLink, '$1…');
}
