import { roles } from '../../users/user.ts';
import { addressless } from '../accounts.ts';
import type { Fields } from '../fields.ts';
import { stored } from './dump.ts';
import type { RocketChatDump } from './source.ts';

export function readUser(source: RocketChatDump, record: Fields): void {
  const { history, byName } = source;
  const key = record.key('_id');
  const username = record.text('username', '').trim();
  const type = record.or('user', ({ strict }) => strict.text('type', 'user'));
  const [address] = record.records('emails').map((one) => one.text('address', ''));
  const names = record.texts('roles');
  const full_name = record.text('name', '').trim() || username || `Unknown ${key}`;
  const isBot = type === 'bot' || type === 'app' || names.includes('bot') || names.includes('app');
  if (address === undefined && !isBot) history.left.change('users', addressless, full_name);
  const user = history.accounts.add(key, {
    from: record,
    email: address,
    full_name,
    is_active: record.or(false, ({ strict }) => strict.bool('active', false)),
    isBot,
    role: roleOf(names),
    avatars: avatarsOf(source, key),
  });
  user.joined_at = record.maybeTime('createdAt') ?? user.joined_at;
  if (username !== '') byName.set(username.toLowerCase(), user);
}

/** Who registered there may administrate here only if it says so. */
function roleOf(names: readonly string[]) {
  if (names.includes('admin')) return roles.administrator;
  return names.includes('guest') || names.includes('anonymous') ? roles.guest : roles.member;
}

function avatarsOf({ folder }: RocketChatDump, key: string): string[] {
  const path = `${stored}/rocketchat_avatars/${key}`;
  return folder.has(path) ? [path] : [];
}

export function readEmoji({ history, folder }: RocketChatDump, record: Fields): void {
  const name = record.text('name');
  const path = `${stored}/custom_emoji/${name}.${record.text('extension', 'png')}`;
  history.emoji.add(
    { from: record, name: name.toLowerCase(), path: folder.has(path) ? path : undefined },
    history.left,
  );
  for (const alias of record.texts('aliases')) history.emoji.addAlias(alias.toLowerCase(), name.toLowerCase());
}

/** Files are in the database, or beside it in a folder, where their ids are their names. */
export function readUpload({ uploads, folder }: RocketChatDump, record: Fields): void {
  const key = record.key('_id');
  const name = record.text('name', '').trim() || key;
  const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? '';
  const paths = [`${stored}/rocketchat_uploads/${key}`, `//${key}`, `//${key}${ending}`, `//${name}`, `uploads/${key}`];
  uploads.set(key, { name, path: paths.find((path) => folder.has(path)) });
}
