/**
 * Tables as the editor knows them: no column groups, one paragraph style, bold cells marked as such (sheets say it by class or
 * style of the cell). A single cell is no table, and neither is one that only lays a page out.
 */
export function repairTables(body: HTMLElement, boldClasses: ReadonlySet<string>): void {
  for (const part of body.querySelectorAll('colgroup, col, caption')) part.remove();
  for (const cell of body.querySelectorAll<HTMLElement>('td, th')) {
    const isBold =
      /^(?:bold|[6-9]00)$/.test(cell.style.fontWeight) || [...cell.classList].some((name) => boldClasses.has(name));
    if (isBold && cell.tagName === 'TD' && (cell.textContent ?? '').trim() !== '') wrapBold(cell);
  }
  for (const table of body.querySelectorAll('table')) {
    const cells = table.querySelectorAll('td, th');
    const isForLayout = table.querySelector('table') !== null;
    if (cells.length > 1 && !isForLayout) continue;
    table.replaceWith(...[...cells].filter((cell) => cell.closest('table') === table).flatMap(linesOf));
  }
}

function wrapBold(cell: HTMLElement): void {
  if (cell.querySelector('p, div, table, ul, ol')) return;
  const strong = document.createElement('strong');
  strong.append(...cell.childNodes);
  cell.append(strong);
}

/** What a cell holds, as lines of their own. */
function linesOf(cell: Element): ChildNode[] {
  const line = document.createElement('div');
  line.append(...cell.childNodes);
  return [line];
}
