import { pictureEnding } from '../../images/file-ending.ts';

// File names consist of numbers, so every file system accepts them, and an export of the same database has the same
// names. No folder has more than some thousand files.

const filesOfFolder = 1000;

function shelf(id: number): string {
  return `${Math.floor(id / filesOfFolder)}/${id}`;
}

/** Paths of pages and files, from the top folder. */
export const paths = {
  index: (page: number) => `index${numbered(page)}.html`,
  search: 'search.html',
  style: 'assets/style.css',
  script: 'assets/search.js',
  words: (shard: number) => `search/words/${shard}.js`,
  messages: (piece: number) => `search/messages/${piece}.js`,
  people: (page: number) => `people${numbered(page)}.html`,
  data: (table: string, page: number) => `data/${table}${numbered(page)}.html`,
  channel: (id: number, page: number) => `channels/${shelf(id)}${numbered(page)}.html`,
  direct: (page: number) => `direct${numbered(page)}.html`,
  conversation: (id: number, page: number) => `conversations/${shelf(id)}${numbered(page)}.html`,
  file: (id: number, name: string) => `files/${shelf(id)}.${endingOf(name)}`,
  avatar: (id: number, content_type: string) => `avatars/${shelf(id)}.${pictureEnding(content_type)}`,
  emoji: (id: number, content_type: string) => `emoji/${shelf(id)}.${pictureEnding(content_type)}`,
} as const;

/** The first page has no number. */
function numbered(page: number): string {
  return page === 1 ? '' : `-${page}`;
}

/** Extensions of files that systems and browsers open without executing anything. */
const harmless = new Set(
  (
    'aac avif bmp csv doc docx epub flac gif gz ics jpe jpeg jpg json log m4a md mkv mov mp3 mp4 odp ods odt ogg opus ' +
    'pdf png ppt pptx rtf tar tgz tif tiff txt vcf wav webm webp xls xlsx yaml yml zip'
  ).split(' '),
);

/** The extension of a file's name; `txt` for files that might run as a program or a page. */
function endingOf(name: string): string {
  const ending = /\.([a-z0-9]{1,8})$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  return harmless.has(ending) ? ending : 'txt';
}

/** The relative URL of a path from a page at another path. */
export function addressFrom(page: string, path: string): string {
  return `${'../'.repeat(page.split('/').length - 1)}${path}`;
}
