import type { Origin } from './automatic.ts';
import type { Keeping } from './own-words.ts';

/** A recipient's options for the text of a mail. */
export interface TextWish extends Keeping {
  /** Whether to read the HTML even if the mail has plain text. */
  prefer_html: boolean;
  /** Whether to keep a quotation if the mail forwards it or contains nothing else. */
  include_forwarded: boolean;
}

/** A request to the thread that reads mails. */
export interface MailQuestion {
  /** The file with the mail. */
  source: string;
  /** The folder for the mail's files. */
  folder: string;
  wishes: readonly TextWish[];
  /** The largest file, in bytes. */
  max_file: number;
}

/** A file of a mail, written to disk. */
export interface MailFile {
  name: string;
  path: string;
  /** In bytes. */
  size: number;
  /** In hexadecimal. */
  sha256: string;
  /** The first bytes, enough to detect the type. */
  start: Uint8Array;
}

/** The contents of a mail. All of it is untrusted, including the sender. */
export interface ParsedMail {
  subject: string;
  from: { name: string; address: string };
  origin: Origin;
  /** The text as Markdown, for each wish. */
  texts: string[];
  /** Whether a file holds the text in a form that is not read: encrypted, in an S/MIME signature, or of Outlook. */
  is_unreadable: boolean;
  files: MailFile[];
  /** Files that are too large or too many. */
  left_out: number;
}

/** A failure. `code` is that of a disk error, such as `ENOSPC`; undefined if the mail itself is at fault. */
export interface MailFailure {
  message: string;
  code: string | undefined;
}

export type MailReply = { mail: ParsedMail } | { failure: MailFailure };
