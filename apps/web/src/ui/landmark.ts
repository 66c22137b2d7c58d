/**
 * Where something that floats beside an element belongs: its dialog, else its part of the page. A dialog lets nothing
 * outside itself scroll, and whoever listens to the page finds everything within a landmark.
 */
export function landmarkOf(element: Element | null): HTMLElement | undefined {
  return element?.closest<HTMLElement>('[role="dialog"], main, nav, aside') ?? undefined;
}
