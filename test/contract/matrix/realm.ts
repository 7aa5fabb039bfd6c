import { doAddEmoji } from '../../../src/organization/custom-emoji.ts';
import type { User } from '../../../src/users/user.ts';
import type { Values } from '../../support/client.ts';
import { png } from '../../support/pictures.ts';
import { channels } from './nouns.ts';
import {
  about,
  adminOnly,
  always,
  forAdmins,
  forEveryone,
  forOwners,
  type Matrix,
  notForGuests,
  type Outcome,
  ownerOnly,
  type Row,
} from './row.ts';
import { forEachChannel } from './sight.ts';
import type { Cell } from './stage.ts';

/** What administrators may not decide although they decide most of it. */
const ownersChoice: Outcome = {
  ok: 'owner',
  refused: { [adminOnly]: 'guest member full bot moderator', [ownerOnly]: 'admin' },
};

const nobody = { new: { direct_members: [], direct_subgroups: [] } };

/** Settings of the organization, each with a value that is not its own yet, by who may change them. */
const settings: readonly [Outcome, Values][] = [
  [forAdmins, { name: 'Tea House' }],
  [forAdmins, { allow_message_editing: false }],
  [forAdmins, { name_changes_disabled: true }],
  [forAdmins, { can_create_bots_group: nobody }],
  [forAdmins, { can_add_subscribers_group: nobody }],
  [forAdmins, { can_delete_any_message_group: nobody }],
  [ownersChoice, { message_retention_days: 30 }],
  [ownersChoice, { authentication_methods: { Email: true } }],
  [ownersChoice, { invite_required: false }],
  [ownersChoice, { emails_restricted_to_domains: true }],
  [ownersChoice, { disallow_disposable_email_addresses: false }],
  [ownersChoice, { waiting_period_threshold: 7 }],
  [ownersChoice, { can_invite_users_group: nobody }],
  [ownersChoice, { create_multiuse_invite_group: nobody }],
];

const picture = { name: 'picture.png', bytes: png() };

/** A custom emoji, by the user who added it. */
function emojiOf(authorIn: (cell: Cell) => User): NonNullable<Row['request']> {
  return (cell) => {
    const { app, db } = cell.stage;
    const emoji_name = `cup_${cell.actor}`;
    db.transaction(() => doAddEmoji(app, authorIn(cell), emoji_name, [{ name: 'cup.png', bytes: Buffer.from(png()) }]));
    return { path: { emoji_name } };
  };
}

const notAuthor = 'Must be an organization administrator or emoji author';

/** Who may do what with the organization. */
export const matrix: Matrix = {
  getServerSettings: always({ ok: 'anyone' }),
  getOpenApi: always({ ok: 'anyone' }),
  testWelcomeMessage: always(forAdmins),
  updateRealm: [
    ...settings.map(([outcome, values]) => ({
      when: Object.keys(values).join(),
      ...outcome,
      request: () => ({ values }),
    })),
    ...about(
      channels,
      (new_stream_announcements_stream_id) => ({ values: { new_stream_announcements_stream_id } }),
      forEachChannel((name): Outcome => {
        if (!name.startsWith('archived')) return forAdmins;
        return { ok: '', hidden: 'admin owner', refused: { [adminOnly]: 'guest member full bot moderator' } };
      }),
      { when: 'new channels are told of in' },
    ),
  ],
  getAuditLog: always(forOwners),
  getSecondFactors: always(forOwners),
  getExportConsents: always(forAdmins),
  getExports: always(forAdmins),
  requestExport: always(forAdmins, () => ({})),
  deleteExport: always(
    { ok: '', refused: { [adminOnly]: 'guest member full bot moderator', 'Invalid data export ID': 'admin owner' } },
    () => ({
      path: { export_id: 99 },
    }),
  ),
  getIcon: always(forEveryone),
  getLogo: always(forEveryone),
  uploadIcon: always(forAdmins),
  uploadLogo: always(forAdmins),
  deleteIcon: always(forAdmins, () => ({})),
  deleteLogo: always(forAdmins, () => ({ values: { night: true } })),
  getCustomEmoji: always(forEveryone),
  uploadCustomEmoji: [
    {
      when: 'a new name',
      ok: 'member+',
      refused: notForGuests,
      request: () => ({ path: { emoji_name: 'tea_cup' }, files: [picture] }),
    },
    {
      when: 'the name of an emoji everybody has',
      ok: 'admin+',
      refused: {
        [notForGuests]: 'guest',
        'Only administrators can override default emoji.': 'member full bot moderator',
      },
      request: () => ({ path: { emoji_name: 'tada' }, files: [picture] }),
    },
  ],
  deactivateCustomEmoji: [
    { when: 'own', ...forEveryone, request: emojiOf(({ me }) => me) },
    { when: "Bob's", ok: 'admin+', refused: notAuthor, request: emojiOf(({ world }) => world.users.bob) },
  ],
  getDomains: always(forEveryone),
  addDomain: always(forOwners),
  updateDomain: always(forOwners),
  removeDomain: always(forOwners),
  getProfileFields: always(forEveryone),
  createProfileField: always(forAdmins),
  updateProfileField: always(forAdmins),
  deleteProfileField: always(forAdmins),
  reorderProfileFields: always(forAdmins),
  getLinkifiers: always(forEveryone),
  addLinkifier: always(forAdmins),
  updateLinkifier: always(forAdmins),
  removeLinkifier: always(forAdmins),
  reorderLinkifiers: always(forAdmins),
  addPlayground: always(forAdmins),
  removePlayground: always(forAdmins),
};
