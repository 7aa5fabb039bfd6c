import type { Conversation } from './conversation.ts';
import { type Storage, StoredList } from './stored-list.ts';

/** A file whose upload a tab has not finished. */
interface UnfinishedFile {
  /** The key under which this browser keeps the file. */
  key: string;
  name: string;
  /** Undefined for a file of an edited message. */
  conversation: Conversation | undefined;
}

/** The files that a tab was uploading when its page was left. */
export function unfinishedFiles(storage: Storage, user_id: number): StoredList<UnfinishedFile> {
  return new StoredList(storage, `files:${user_id}`);
}
