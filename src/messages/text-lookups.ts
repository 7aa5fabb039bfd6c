import type { Context } from '../context.ts';
import {
  canReadChannel,
  canSeeChannel,
  findChannel,
  findChannelByName,
  hasSharedHistory,
} from '../conversations/channel.ts';
import { emptyTopicDisplayName, isEmptyTopicName } from '../conversations/conversation.ts';
import type { Database } from '../db/database.ts';
import { findCustomEmojiPath } from '../emoji/emoji.ts';
import { foldName } from '../ground/text.ts';
import type { Group, Lookups, Media, Person, Place, Topic } from '../markdown/context.ts';
import type { Link } from '../markdown/link.ts';
import { linkFinder } from '../organization/links.ts';
import { groupTitle } from '../realm/group.ts';
import { findRealmSetting } from '../realm/settings.ts';
import { pathIdOf } from '../uploads/address.ts';
import { canSeeAttachment, findAttachment } from '../uploads/attachment.ts';
import { findShown } from '../uploads/shown.ts';
import { canAccessUser } from '../users/access.ts';
import { findUserSetting } from '../users/settings.ts';
import { findUser, type User } from '../users/user.ts';

const newestSql = `SELECT (SELECT max(id) FROM messages WHERE conversation_id = conversations.id)
  FROM conversations WHERE channel_id = ? AND topic_key = ?`;

/** Resolves the names in a user's text, limited to what the writer may see. */
export class TextLookups implements Lookups {
  readonly site_url: string;
  readonly findLinks: ((text: string) => Link[]) | undefined;
  #app: Context;
  #writer: User;

  constructor(app: Context, writer: User) {
    this.#app = app;
    this.#writer = writer;
    this.site_url = app.config.public_url;
    this.findLinks = linkFinder(app);
  }

  shows_previews(): boolean {
    return findRealmSetting(this.#app.db, 'inline_image_preview');
  }

  default_code_language(): string {
    return findRealmSetting(this.#app.db, 'default_code_block_language');
  }

  translates_emoticons(): boolean {
    return findUserSetting(this.#app.db, this.#writer.id, 'translate_emoticons');
  }

  findPerson(name: string, id: number | undefined): Person | undefined {
    // The list of all names is made again whenever somebody changes, so a mention with an id does without it.
    const ids = id === undefined ? listPeopleNamed(this.#app.db, name).map((one) => one.id) : [id];
    const known = ids.flatMap((one) => this.#findKnown(one));
    const wanted = name === '' ? known : known.filter((one) => foldName(one.full_name) === foldName(name));
    const active = wanted.filter((one) => one.is_active);
    const [only, ...others] = active.length > 0 ? active : wanted;
    return only && others.length === 0 ? { ...only, is_active: only.is_active === 1 } : undefined;
  }

  #findKnown(id: number): User[] {
    const user = findUser(this.#app.db, id);
    return user && canAccessUser(this.#app, this.#writer, user) ? [user] : [];
  }

  findGroup(name: string): Group | undefined {
    const found = this.#app.db.cached<Pick<Group, 'id' | 'name'> & { deactivated: 0 | 1 }>(
      'SELECT id, name, deactivated FROM groups WHERE name_key = ?',
      foldName(name),
    );
    return found && { id: found.id, name: groupTitle(found.name), is_active: found.deactivated === 0 };
  }

  findChannel(name: string): Place | undefined {
    const channel = findChannelByName(this.#app.db, name);
    // System bots only name channels that their readers know.
    const isKnown = channel && (this.#writer.is_system_bot || canSeeChannel(this.#app, this.#writer, channel));
    return isKnown ? channel : undefined;
  }

  findTopic(channel_id: number, name: string): Topic {
    if (isEmptyTopicName(name)) return { ...this.#findTopic(channel_id, ''), display_name: emptyTopicDisplayName };
    return { ...this.#findTopic(channel_id, name), display_name: name };
  }

  #findTopic(channel_id: number, name: string) {
    const { db } = this.#app;
    const channel = findChannel(db, channel_id);
    const reads = channel && hasSharedHistory(channel) && canReadChannel(this.#app, this.#writer, channel);
    const newest_id = reads ? db.value<number | null>(newestSql, channel_id, foldName(name)) : undefined;
    return { name, newest_id: newest_id ?? undefined };
  }

  findMedia(url: string): Media | undefined {
    const path_id = pathIdOf(url);
    const attachment = path_id === undefined ? undefined : findAttachment(this.#app.db, path_id);
    const isSeen = attachment && canSeeAttachment(this.#app, this.#writer, attachment);
    return isSeen ? findShown(this.#app.db, attachment) : undefined;
  }

  findEmoji(name: string): string | undefined {
    return findCustomEmojiPath(this.#app.db, name);
  }
}

/** The columns that mentions need. */
interface Named {
  id: number;
  full_name: string;
  is_active: 0 | 1;
}

/** All users with this name, ignoring case, including deactivated ones. */
function listPeopleNamed(db: Database, name: string): readonly Named[] {
  const wanted = foldName(name);
  const people = db.cachedAll<Named>('SELECT id, full_name, is_active FROM users');
  return people.filter(({ full_name }) => foldName(full_name) === wanted);
}
