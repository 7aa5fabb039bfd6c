import { paragraphs } from '../../external/slack-rich-text.ts';
import type { Fields } from '../fields.ts';
import type { Attached, HistoryReaction } from '../history.ts';
import { fromMarkedHtml, mentionMark, textOfHtml, withoutMarks } from '../marked-html.ts';
import { emojiOfCharacter } from '../named-emoji.ts';
import { attachedSql, type CampfireStorage, placeOf, userIn } from './source.ts';

export function readMessage(source: CampfireStorage, row: Fields): void {
  const { history } = source;
  const html = row.text('body', '');
  const files = filesOf(source, row);
  const start = textOfHtml(html);
  history.addMessage({
    from: row,
    place: placeOf(source, row),
    // Ids of all servers are the same small numbers; this one is unique.
    key: `${row.key('id')} ${row.text('client_message_id', '')}`,
    thread: null,
    title: '',
    sender: userIn(source, row, 'creator_id'),
    sent_at: row.moment('created_at'),
    edited_at: editedAt(row),
    content: paragraphs([fromMarkedHtml(markMentions(source, html)), ...files.map((file) => history.writeFile(file))]),
    start: start || (files[0]?.name ?? ''),
    reactions: readBoosts(source, row),
    files: files.flatMap(({ file }) => file ?? []),
  });
}

/** Undefined if the text was never changed; it is stored a moment after it was written. */
function editedAt(row: Fields): number | undefined {
  const [written, edited] = [row.maybeMoment('written_at'), row.maybeMoment('edited_at')];
  return written !== undefined && edited !== undefined && edited - written > 1 ? edited : undefined;
}

/** Mentions are attachments that name a user by a signed id. */
function markMentions({ history }: CampfireStorage, html: string): string {
  return withoutMarks(html).replace(
    /<action-text-attachment\b([^<>]*)>(?:[\s\S]{0,5000}?<\/action-text-attachment>)?/gi,
    (_, attributes: string) => {
      const [, id = ''] = /\bsgid="([\w=%/+-]+)"/.exec(attributes) ?? [];
      const user = history.accounts.find(signedUser(id));
      return user ? mentionMark(user.id) : '';
    },
  );
}

/** The id of the user in a signed id, which is JSON in Base64; older ones hold another text in Base64. */
function signedUser(signed: string): string {
  const text = Buffer.from(signed.split('--')[0] ?? '', 'base64').toString('latin1');
  const [, inner = ''] = /"message":"([\w=/+-]+)"/.exec(text) ?? [];
  const [, id = ''] = /gid:\/\/[\w-]+\/User\/(\d+)/.exec(text + Buffer.from(inner, 'base64').toString('latin1')) ?? [];
  return id;
}

function filesOf({ db, files }: CampfireStorage, row: Fields): Attached[] {
  return [...db.rows('active_storage_blobs', attachedSql, 'Message', 'attachment', row.id('id'))].map((from) => {
    const key = from.text('key', '');
    const name = from.text('filename', '').trim() || 'file';
    const path = files.get(key);
    return { name, file: path === undefined ? undefined : { from, key, path, name } };
  });
}

/** Boosts are emoji or up to sixteen characters. */
function readBoosts({ db, history }: CampfireStorage, row: Fields): HistoryReaction[] {
  if (!db.has('boosts')) return [];
  return [...db.rows('boosts', 'SELECT * FROM boosts WHERE message_id = ? ORDER BY id', row.id('id'))].flatMap(
    (boost) => {
      const content = boost.text('content', '').trim();
      const emoji = emojiOfCharacter(content);
      const user = history.accounts.find(boost.key('booster_id'));
      if (!emoji) history.left.leave('reactions', 'boosts of words are no reactions here', content);
      return emoji && user ? { ...emoji, user_id: user.id } : [];
    },
  );
}
