import { randomUUID } from 'node:crypto';
import { userSettingDefaults } from '../../users/setting-table.ts';
import { newUserSettingNames } from '../../users/settings.ts';
import { rowsOf } from '../rows.ts';
import { inRealm, isTrue, type Job, numbered, realm_id } from './job.ts';
import { emojiFileName } from './picture-names.ts';
import { knownUserSettings, realmSettingColumns } from './settings.ts';

type Records = Iterable<object>;

export function* listRealm(job: Job): Records {
  const { db } = job;
  // An import may have brought a longer name than a server there can hold.
  const realm = db.get<object>(
    `SELECT uuid, substr(name, 1, 40) AS name, substr(description, 1, 1000) AS description, created_at AS date_created
     FROM realm`,
  );
  yield {
    id: realm_id,
    ...realm,
    string_id: 'organization',
    // A server proves its ownership of an organization by this secret; an importing server registers again.
    uuid_owner_secret: `zuliprealm_${randomUUID().replaceAll('-', '')}`,
    ...constants,
    ...realmSettingColumns(job),
    ...pictureColumns(job),
  };
}

/** Columns without a counterpart here. */
const constants = {
  push_notifications_enabled: false,
  push_notifications_enabled_end_timestamp: null,
  scheduled_deletion_date: null,
  demo_organization_scheduled_deletion_date: null,
  deactivated: false,
  deactivated_redirect: null,
  _max_invites: null,
  // Version 10.2 has 15 of them, and its import fails at the end unless one of them is still to be announced.
  zulip_update_announcements_level: 14,
  message_visibility_limit: null,
  first_visible_message_id: 0,
  plan_type: 1,
  custom_upload_quota_gb: null,
} as const;

/** The sources of pictures that were not uploaded. */
const usualSources = { icon: 'G', logo: 'D', night_logo: 'D' } as const;

function pictureColumns({ db }: Job): object {
  const versions = new Map(
    db.tuples<[string, number]>('SELECT purpose, version FROM realm_images WHERE image_id IS NOT NULL'),
  );
  return Object.fromEntries(
    Object.entries(usualSources).flatMap(([purpose, usual]) => [
      [`${purpose}_source`, versions.has(purpose) ? 'U' : usual],
      [`${purpose}_version`, versions.get(purpose) ?? 1],
    ]),
  );
}

export function listNewcomerSettings({ db }: Job): Records {
  const stored = new Map(db.tuples<[string, string]>('SELECT name, value FROM new_user_settings'));
  const settings = knownUserSettings.map((name) => {
    const value = newUserSettingNames.includes(name) ? stored.get(name) : undefined;
    return [name, value === undefined ? userSettingDefaults[name] : (JSON.parse(value) as unknown)];
  });
  return [{ id: 1, ...Object.fromEntries(settings), realm: realm_id }];
}

export function listClients({ clientIds }: Job): Records {
  return [...clientIds].map(([name, id]) => ({ id, name }));
}

export function* listDomains({ db }: Job): Records {
  const rows = rowsOf<{ domain: string; allow_subdomains: number }>(db, 'SELECT * FROM realm_domains ORDER BY domain');
  for (const { id, domain, allow_subdomains } of numbered(rows)) {
    yield { id, realm: realm_id, domain, allow_subdomains: isTrue(allow_subdomains) };
  }
}

export function listLinkifiers({ db }: Job): Records {
  const sql = `SELECT id, pattern, url_template, position AS "order" FROM linkifiers ORDER BY id`;
  return inRealm(rowsOf<object>(db, sql));
}

export function listPlaygrounds({ db }: Job): Records {
  const sql = `SELECT id, url_template, name, pygments_language FROM playgrounds ORDER BY id`;
  return inRealm(rowsOf<object>(db, sql));
}

interface EmojiRow {
  id: number;
  name: string;
  author_id: number | null;
  deactivated: number;
  content_type: string | null;
  is_animated: number;
}

export const emojiSql = `SELECT e.id, e.name, e.author_id, e.deactivated, i.content_type,
    e.still_image_id IS NOT NULL AS is_animated
  FROM realm_emoji e LEFT JOIN images i ON i.id = e.image_id ORDER BY e.id`;

export function* listEmoji({ db }: Job): Records {
  for (const { id, name, author_id, deactivated, content_type, is_animated } of rowsOf<EmojiRow>(db, emojiSql)) {
    yield {
      id,
      author: author_id,
      realm: realm_id,
      name,
      file_name: emojiFileName(id, content_type),
      is_animated: isTrue(is_animated),
      deactivated: isTrue(deactivated),
    };
  }
}

interface FieldRow {
  id: number;
  name: string;
  hint: string;
  order: number;
  field_type: number;
  field_data: string;
  display_in_profile_summary: number;
  required: number;
  editable_by_user: number;
  use_for_user_matching: number;
}

export function* listProfileFields({ db }: Job): Records {
  const sql = 'SELECT *, position AS "order" FROM profile_fields ORDER BY id';
  for (const row of rowsOf<FieldRow>(db, sql)) {
    yield {
      id: row.id,
      realm: realm_id,
      name: row.name,
      hint: row.hint,
      order: row.order,
      display_in_profile_summary: isTrue(row.display_in_profile_summary),
      required: isTrue(row.required),
      editable_by_user: isTrue(row.editable_by_user),
      field_type: row.field_type,
      field_data: row.field_data,
    };
  }
}

export function listProfileValues({ db }: Job): Records {
  const sql = `SELECT user_id AS user_profile, field_id AS field, value, rendered_value FROM profile_values
    ORDER BY user_id, field_id`;
  return numbered(rowsOf<object>(db, sql));
}
