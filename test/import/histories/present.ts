import type { App } from '../../../src/app.ts';
import type { Tally } from '../../../src/import/tally.ts';

/** Sender, place and text of all messages, in order. */
export function presentMessages({ db }: App): [sender: string, place: string, content: string][] {
  return db.tuples(`SELECT u.full_name, ifnull(c.name || '>' || o.topic,
      (SELECT group_concat(d.full_name, ' + ' ORDER BY d.full_name) FROM direct_members m JOIN users d ON d.id = m.user_id
       WHERE m.conversation_id = o.id)), m.content
    FROM messages m JOIN users u ON u.id = m.sender_id JOIN conversations o ON o.id = m.conversation_id
    LEFT JOIN channels c ON c.id = o.channel_id ORDER BY m.id`);
}

/** Everything that was left out or changed, without examples. */
export function remarksOf({ left, changed }: Tally): string[] {
  return [...left, ...changed].map(({ count, noun, reason }) => `${count} ${noun}: ${reason}`).sort();
}
