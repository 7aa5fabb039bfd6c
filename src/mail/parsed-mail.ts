import type { Origin } from './automatic.ts';
import type { Keeping } from './html-to-markdown.ts';

/** How a recipient of a mail wants its text. */
export interface TextWish extends Keeping {
  /** Whether the HTML is read also where the mail has plain text. */
  prefer_html: boolean;
  /** Whether a quotation is kept if the mail forwards it or has nothing else. */
  include_forwarded: boolean;
}

/** What the thread that reads mails is asked. */
export interface MailQuestion {
  /** The file with the mail. */
  source: string;
  /** Where its files are written. */
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

/** What was read of a mail. All of it is what somebody wrote, the sender included. */
export interface ParsedMail {
  subject: string;
  from: { name: string; address: string };
  origin: Origin;
  /** The text in Markdown, for each wish. */
  texts: string[];
  files: MailFile[];
  /** Files that are too large or too many. */
  left_out: number;
}

/** The code of a failure of the disk, as `ENOSPC`; undefined if the mail itself is at fault. */
export interface MailFailure {
  message: string;
  code: string | undefined;
}

export type MailReply = { mail: ParsedMail } | { failure: MailFailure };
