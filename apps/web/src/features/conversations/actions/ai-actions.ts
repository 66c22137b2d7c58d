/** Has the open conversation summed up, at its head. What does it comes when it is wanted; a failure is only logged. */
export function summarise(uuid: string): void {
  import('../thread/ai/summaries.ts').then(({ showSummary }) => showSummary(uuid)).catch(console.info);
}

/** Has a reply suggested, in the composer. */
export function suggestReply(uuid: string): void {
  import('../thread/composer/ai/ai-wishes.ts').then((wishes) => wishes.suggestReply(uuid)).catch(console.info);
}
