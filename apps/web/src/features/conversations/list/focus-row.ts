/** Puts the focus on a conversation's row, once the list shows it. */
export function focusRow(uuid: string): void {
  requestAnimationFrame(() => rowElement(uuid)?.focus({ preventScroll: true }));
}

/** The row of a conversation, as far as it is in the page. */
export function rowElement(uuid: string): HTMLElement | null {
  return document.getElementById(`row-${uuid}`);
}
