import type { ArchiveFolder } from '../archive-folder.ts';
import type { History } from '../history.ts';
import type { Order } from './times.ts';

export interface WhatsAppExport {
  history: History;
  folder: ArchiveFolder;
}

export interface Chat {
  name: string;
  file: string;
  path: string;
  /** The folder of the file in the archive, with a trailing slash. */
  base: string;
  order: Order;
  authors: Set<string>;
}
