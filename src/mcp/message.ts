/** A message as the API presents it, with its source text. */
export interface Message {
  id: number;
  type: 'stream' | 'private';
  stream_id?: number;
  display_recipient: string | { id: number; full_name: string }[];
  subject: string;
  sender_id: number;
  sender_full_name: string;
  timestamp: number;
  content: string;
  flags?: string[];
}
