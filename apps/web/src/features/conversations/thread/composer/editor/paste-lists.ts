/**
 * Makes lists of what Word and Outlook write as paragraphs with a typed bullet (`mso-list`), and puts lists that Docs sets beside
 * their item into it.
 */
export function repairLists(body: HTMLElement): void {
  for (const first of body.querySelectorAll<HTMLElement>('p, h1, h2, h3, h4')) {
    if (first.isConnected && levelOf(first) > 0) gather(first);
  }
  for (const list of body.querySelectorAll('ul > ul, ul > ol, ol > ul, ol > ol')) {
    const item = list.previousElementSibling;
    if (item?.tagName === 'LI') item.append(list);
  }
}

/** 0 for a paragraph that is no item. */
function levelOf(element: Element): number {
  const [, level] = /mso-list:[^;]*?\blevel(\d)/i.exec(element.getAttribute('style') ?? '') ?? [];
  return level ? Number(level) : 0;
}

/** Puts the items that follow each other into lists by their levels. */
function gather(first: HTMLElement): void {
  const items: HTMLElement[] = [];
  for (
    let next: Element | null = first;
    next instanceof HTMLElement && levelOf(next) > 0;
    next = next.nextElementSibling
  ) {
    items.push(next);
  }
  const holder = document.createElement('div');
  first.before(holder);
  const open: { level: number; list: HTMLElement }[] = [];
  for (const paragraph of items) {
    const level = levelOf(paragraph);
    const kind = kindOf(takeMark(paragraph));
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) open.pop();
    let current = open.at(-1);
    if (current?.level === level && current.list.tagName.toLowerCase() !== kind) {
      open.pop();
      current = open.at(-1);
      if (current?.level === level) current = undefined;
    }
    if (!current || current.level < level) {
      const list = document.createElement(kind);
      (current?.list.lastElementChild ?? holder).append(list);
      current = { level, list };
      open.push(current);
    }
    const item = document.createElement('li');
    const text = document.createElement('p');
    text.append(...paragraph.childNodes);
    item.append(text);
    current.list.append(item);
    paragraph.remove();
  }
  holder.replaceWith(...holder.childNodes);
}

/** Takes the typed bullet or number out of a paragraph. */
function takeMark(paragraph: HTMLElement): string {
  const marks = [...paragraph.querySelectorAll('[style]')].filter((one) =>
    /mso-list:\s*ignore/i.test(one.getAttribute('style') ?? ''),
  );
  const text = marks[0]?.textContent ?? '';
  for (const mark of marks) mark.remove();
  return text.trim();
}

function kindOf(mark: string): 'ol' | 'ul' {
  return /^\(?(?:\d{1,3}|[a-z]|[ivxlc]{1,6})[.)]/i.test(mark) && mark !== 'o' ? 'ol' : 'ul';
}
