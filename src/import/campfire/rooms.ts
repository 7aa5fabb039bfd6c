import { roles } from '../../users/user.ts';
import { addressless } from '../accounts.ts';
import type { Fields } from '../fields.ts';
import { attachedSql, type CampfireStorage, placeOf, userIn } from './source.ts';

/** Roles are numbers there, in this order. */
const kinds = { member: 0, administrator: 1, bot: 2 };

export function readUser({ history, db, files }: CampfireStorage, row: Fields): void {
  const key = String(row.id('id'));
  const kind = row.or(kinds.member, ({ strict }) => strict.whole('role', kinds.member));
  const email = row.text('email_address', '').trim() || undefined;
  const full_name = row.text('name', '').trim() || `Unknown ${key}`;
  const isBot = kind === kinds.bot;
  if (email === undefined && !isBot) history.left.change('users', addressless, full_name);
  const pictures = [...db.rows('active_storage_blobs', attachedSql, 'User', 'avatar', row.id('id'))];
  const user = history.accounts.add(key, {
    from: row,
    email,
    full_name,
    // Older versions have `active`, newer ones `status`, which is 0 for active users.
    is_active: row.or(false, ({ strict }) =>
      strict.has('status') ? strict.whole('status') === 0 : strict.bool('active', true),
    ),
    isBot,
    role: kind === kinds.administrator ? roles.administrator : roles.member,
    avatars: pictures.flatMap((one) => files.get(one.text('key', '')) ?? []),
  });
  user.joined_at = row.maybeTime('created_at') ?? user.joined_at;
}

export function readRoom({ history, directs }: CampfireStorage, row: Fields): void {
  const place = String(row.id('id'));
  const type = row.text('type');
  if (type === 'Rooms::Direct') directs.add(place);
  else addRoom(history, row, { place, type });
}

function addRoom(history: CampfireStorage['history'], row: Fields, { place, type }: Record<'place' | 'type', string>) {
  if (!/^Rooms::(?:Open|Closed)$/.test(type)) row.fail(`"${type.slice(0, 100)}" is no type of a room`);
  history.addChannel(place, {
    from: row,
    name: row.text('name', '').trim() || `Room ${place}`,
    description: '',
    creator_id: history.accounts.find(row.maybeKey('creator_id') ?? '')?.id ?? null,
    created_at: row.maybeTime('created_at') ?? 0,
    invite_only: type !== 'Rooms::Open',
  });
}

export function readMembership(source: CampfireStorage, row: Fields): void {
  source.history.addMember(placeOf(source, row), userIn(source, row, 'user_id'));
}
