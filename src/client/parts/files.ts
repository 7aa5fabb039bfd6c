/** The name of a file without what its address cannot have. */
function plain(name: string): string {
  return name.normalize().replace(/[^\p{L}\p{M}\p{N}]/gu, '');
}

/**
 * Shows lines of nothing but links to files as cards. The name of a picture that is shown below, and has no other words,
 * is left out.
 */
export function arrangeFiles(paragraph: HTMLElement): void {
  for (const line of linesOf(paragraph)) if (line.every(isFile)) arrangeLine(line);
  if (paragraph.childElementCount === 0 && paragraph.textContent?.trim() === '') paragraph.remove();
}

function linesOf({ childNodes }: HTMLElement): ChildNode[][] {
  const lines: ChildNode[][] = [[]];
  for (const node of childNodes) {
    lines.at(-1)?.push(node);
    if (node instanceof HTMLBRElement) lines.push([]);
  }
  return lines;
}

function isFile(node: ChildNode): boolean {
  if (node instanceof HTMLAnchorElement) return node.getAttribute('href')?.startsWith('/user_uploads/') === true;
  if (node instanceof HTMLElement) return node.tagName === 'BR';
  return node.textContent?.trim() === '';
}

function arrangeLine(line: readonly ChildNode[]): void {
  const links = line.filter((node) => node instanceof HTMLAnchorElement);
  const named = links.filter((link) => !repeatsPicture(link));
  for (const link of named) if (!findShown(link)) makeCard(link);
  if (named.length < links.length) for (const node of line) if (!named.some((link) => link === node)) node.remove();
}

function repeatsPicture(link: HTMLAnchorElement): boolean {
  const file = decodeURIComponent(link.pathname.split('/').at(-1) ?? '');
  return findShown(link)?.tagName === 'IMG' && plain(link.textContent ?? '') === plain(file);
}

/** What a message shows of a linked file. */
function findShown(link: HTMLAnchorElement): Element | null | undefined {
  const file = link.getAttribute('href');
  const shown = [...(link.closest('.rendered')?.querySelectorAll('.message_inline_image > a, audio') ?? [])];
  const around = shown.find((one) => (one.getAttribute('href') ?? one.getAttribute('src')) === file);
  return around?.firstElementChild ?? around;
}

function makeCard(link: HTMLAnchorElement): void {
  const name = document.createElement('bdi');
  name.append(...link.childNodes);
  link.append(name);
  link.classList.add('file-card');
}
