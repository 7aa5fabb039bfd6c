import { realmPermissionNames } from '../../../src/realm/setting-table.ts';
import type { Operation } from './world.ts';

const changeRealm: Operation = (world) => ({
  by: world.owner(),
  method: 'PATCH',
  path: '/realm',
  values: world.any<object>([
    { name: `Team ${world.next()}` },
    { description: `about *${world.next()}*` },
    { topics_policy: world.any(['allow_empty_topic', 'disable_empty_topic']) },
    { message_edit_history_visibility_policy: world.any(['all', 'moves', 'none']) },
    { message_content_edit_limit_seconds: world.any([600, 'unlimited']) },
    { waiting_period_threshold: world.any([0, 0, 1, 3]) },
    { new_stream_announcements_stream_id: world.channel() },
    { invite_required: world.chance.chance(50) },
    { jitsi_server_url: world.any(['default', 'https://meet.example.com']) },
    { can_access_all_users_group: { new: world.any([2, 3]) } },
    { can_access_all_users_group: { new: world.any([2, 3]) } },
    { [world.any(realmPermissionNames)]: { new: world.groupValue() } },
    { [world.any(realmPermissionNames)]: { new: world.groupValue() } },
    { [world.any(realmPermissionNames)]: { new: world.groupValue() } },
  ]) as Record<string, unknown>,
});

const changeLinkifier: Operation = (world) => {
  const by = world.administrator();
  const ids = world.ids('SELECT id FROM linkifiers');
  const count = world.next();
  const values = {
    pattern: `${'#'.repeat(1 + (count % 5))}(?P<id>[0-9]+)`,
    url_template: 'https://tickets.example.com/{id}',
  };
  if (ids.length < 2) return { by, method: 'POST', path: '/realm/filters', values };
  const id = world.any(ids);
  if (world.chance.chance(30)) return { by, method: 'DELETE', path: `/realm/filters/${id}` };
  if (world.chance.chance(30)) {
    return { by, method: 'PATCH', path: '/realm/linkifiers', values: { ordered_linkifier_ids: ids.toReversed() } };
  }
  return { by, method: 'PATCH', path: `/realm/filters/${id}`, values };
};

const changePlayground: Operation = (world) => {
  const by = world.administrator();
  const id = world.maybe(world.ids('SELECT id FROM playgrounds'));
  if (id !== undefined && world.chance.chance(50)) return { by, method: 'DELETE', path: `/realm/playgrounds/${id}` };
  const url_template = 'https://code.example.com/?code={code}';
  const values = { name: `play ${world.next()}`, pygments_language: 'Python', url_template };
  return { by, method: 'POST', path: '/realm/playgrounds', values };
};

const changeDomain: Operation = (world) => {
  const by = world.owner();
  const domain = world.any(['example.org', 'example.net']);
  const path = `/realm/domains/${domain}`;
  return world.any([
    { by, method: 'POST', path: '/realm/domains', values: { domain, allow_subdomains: world.chance.chance(50) } },
    { by, method: 'PATCH', path, values: { allow_subdomains: world.chance.chance(50) } },
    { by, method: 'DELETE', path },
  ] as const);
};

const changeEmoji: Operation = (world) => {
  const by = world.actor();
  const path = `/realm/emoji/${world.any(['parrot', 'octopus_dance'])}`;
  const bytes = new Uint8Array(Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1'));
  if (world.chance.chance(40)) return { by, method: 'DELETE', path };
  return { by, method: 'POST', path, files: [{ name: 'emoji.png', bytes }] };
};

const invite: Operation = (world) => ({
  by: world.actor(),
  method: 'POST',
  path: '/invites/multiuse',
  values: { stream_ids: [world.channel()] },
});

const upload: Operation = (world) => {
  const bytes = new Uint8Array(Buffer.from(`content ${world.next()}`));
  return { by: world.someone(), method: 'POST', path: '/user_uploads', files: [{ name: 'notes.txt', bytes }] };
};

const referToFile: Operation = (world) => {
  const path_id = world.maybe(world.server.db.values<string>('SELECT path_id FROM attachments'));
  const content = `[notes](/user_uploads/${path_id})`;
  const values = { type: 'channel', to: world.channel(), topic: world.topic(), content };
  return path_id === undefined ? undefined : { by: world.someone(), method: 'POST', path: '/messages', values };
};

const removeFile: Operation = (world) => {
  const id = world.maybe(world.ids('SELECT id FROM attachments'));
  if (id === undefined) return undefined;
  const by = world.server.db.value<number>('SELECT owner_id FROM attachments WHERE id = ?', id) as number;
  return { by, method: 'DELETE', path: `/attachments/${id}` };
};

const changeDraft: Operation = (world) => {
  const draft = { type: 'stream', to: [world.channel()], topic: world.topic(), content: `begun ${world.next()}` };
  const id = world.maybe(world.ids('SELECT id FROM drafts'));
  if (id === undefined || world.chance.chance(50)) {
    return { by: world.someone(), method: 'POST', path: '/drafts', values: { drafts: [draft] } };
  }
  const by = world.server.db.value<number>('SELECT user_id FROM drafts WHERE id = ?', id) as number;
  if (world.chance.chance(50)) return { by, method: 'DELETE', path: `/drafts/${id}` };
  return { by, method: 'PATCH', path: `/drafts/${id}`, values: { draft } };
};

const changeSnippet: Operation = (world) => {
  const values = { title: `snippet ${world.next()}`, content: 'the usual' };
  const id = world.maybe(world.ids('SELECT id FROM saved_snippets'));
  if (id === undefined || world.chance.chance(50)) {
    return { by: world.someone(), method: 'POST', path: '/saved_snippets', values };
  }
  const by = world.server.db.value<number>('SELECT user_id FROM saved_snippets WHERE id = ?', id) as number;
  if (world.chance.chance(50)) return { by, method: 'DELETE', path: `/saved_snippets/${id}` };
  return { by, method: 'PATCH', path: `/saved_snippets/${id}`, values };
};

const changeView: Operation = (world) => {
  const fragment = `narrow/search/${world.chance.below(5)}`;
  const by = world.someone();
  const sql = 'SELECT 1 FROM navigation_views WHERE user_id = ? AND fragment = ?';
  if (world.server.db.value(sql, by, fragment) === undefined) {
    const values = { fragment, is_pinned: true, name: `view ${world.next()}` };
    return { by, method: 'POST', path: '/navigation_views', values };
  }
  const path = `/navigation_views/${fragment}`;
  if (world.chance.chance(50)) return { by, method: 'DELETE', path };
  return { by, method: 'PATCH', path, values: { is_pinned: world.chance.chance(50), name: `view ${world.next()}` } };
};

const registerDevice: Operation = (world) => ({ by: world.someone(), method: 'POST', path: '/register_client_device' });

/** Writes about the organization and what one keeps for oneself, how often each is chosen. */
export const organization: readonly (readonly [weight: number, operation: Operation])[] = [
  [10, changeRealm],
  [2, changeLinkifier],
  [1, changePlayground],
  [1, changeDomain],
  [2, changeEmoji],
  [1, invite],
  [2, upload],
  [2, referToFile],
  [1, removeFile],
  [3, changeDraft],
  [2, changeSnippet],
  [2, changeView],
  [1, registerDevice],
];
