import type { Attachment, State } from '../../api/types.ts';
import { byOp, change, changes, type Effect, type Fold, nothing, type Ops, withEntry, without } from './model.ts';

type Draft = State['drafts'][number];
type Snippet = State['saved_snippets'][number];
type Scheduled = State['scheduled_messages'][number];
type Reminder = State['reminders'][number];
type NavigationView = State['navigation_views'][number];

/** Of a type whose events have an `op`. */
function ownByOp(table: Ops): Effect {
  return changes('personal', byOp(table));
}

/** Events about data that only one user sees, by type. */
export const personal: Fold = {
  alert_words: changes('personal', ({ state }, { alert_words }: Pick<State, 'alert_words'>) => {
    state.alert_words = alert_words;
  }),
  muted_users: changes('personal', ({ state }, { muted_users }: Pick<State, 'muted_users'>) => {
    state.muted_users = muted_users;
  }),
  user_settings: ownByOp({
    update({ state }, { property, value }: { property: string; value: unknown }) {
      state.user_settings[property] = value;
    },
  }),
  availability: changes('personal', ({ state }, { quiet_until, hours, status_ends_at }: State['availability']) => {
    state.availability = { quiet_until, hours, status_ends_at };
  }),
  own_sections: changes('personal', ({ state }, { own_sections }: Pick<State, 'own_sections'>) => {
    state.own_sections = own_sections;
  }),
  drafts: ownByOp({
    add({ state }, { drafts }: { drafts: Draft[] }) {
      state.drafts.push(...drafts);
    },
    update({ state }, { draft }: { draft: Draft }) {
      state.drafts = withEntry(state.drafts, draft, 'id');
    },
    remove({ state }, { draft_id }: { draft_id: number }) {
      state.drafts = without(state.drafts, draft_id, 'id');
    },
  }),
  saved_snippets: ownByOp({
    add({ state }, { saved_snippet }: { saved_snippet: Snippet }) {
      state.saved_snippets.push(saved_snippet);
    },
    update({ state }, { saved_snippet }: { saved_snippet: Snippet }) {
      state.saved_snippets = withEntry(state.saved_snippets, saved_snippet, 'id');
    },
    remove({ state }, { saved_snippet_id }: { saved_snippet_id: number }) {
      state.saved_snippets = without(state.saved_snippets, saved_snippet_id, 'id');
    },
  }),
  scheduled_messages: ownByOp({
    add({ state }, { scheduled_messages }: { scheduled_messages: Scheduled[] }) {
      state.scheduled_messages.push(...scheduled_messages);
    },
    update({ state }, { scheduled_message }: { scheduled_message: Scheduled }) {
      state.scheduled_messages = withEntry(state.scheduled_messages, scheduled_message, 'scheduled_message_id');
    },
    remove({ state }, { scheduled_message_id }: { scheduled_message_id: number }) {
      state.scheduled_messages = without(state.scheduled_messages, scheduled_message_id, 'scheduled_message_id');
    },
  }),
  reminders: ownByOp({
    add({ state }, { reminders }: { reminders: Reminder[] }) {
      state.reminders.push(...reminders);
    },
    remove({ state }, { reminder_id }: { reminder_id: number }) {
      state.reminders = without(state.reminders, reminder_id, 'reminder_id');
    },
  }),
  navigation_view: ownByOp({
    add({ state }, { navigation_view }: { navigation_view: NavigationView }) {
      state.navigation_views.push(navigation_view);
    },
    update({ state }, { fragment, data }: { fragment: string; data: object }) {
      change(state.navigation_views, fragment, 'fragment', data);
    },
    remove({ state }, { fragment }: { fragment: string }) {
      state.navigation_views = without(state.navigation_views, fragment, 'fragment');
    },
  }),
  device: ownByOp({
    add({ state }, { device_id }: { device_id: string }) {
      state.devices[device_id] = {
        push_key_id: null,
        push_token_id: null,
        pending_push_token_id: null,
        push_token_last_updated_timestamp: null,
        push_registration_error_code: null,
      };
    },
    update(
      { state },
      { type: _type, op: _op, device_id, ...changes }: { type: string; op: string; device_id: string },
    ) {
      Object.assign(state.devices[device_id] ?? {}, changes);
    },
    remove({ state }, { device_id }: { device_id: string }) {
      delete state.devices[device_id];
    },
  }),
  attachment: ownByOp({
    add({ files }, { attachment }: { attachment: Attachment }) {
      files.attachments.push(attachment);
    },
    update({ files }, { attachment }: { attachment: Attachment }) {
      files.attachments = withEntry(files.attachments, attachment, 'id');
    },
    remove({ files }, { attachment }: { attachment: Attachment }) {
      files.attachments = without(files.attachments, attachment.id, 'id');
    },
  }),
  // Presence is fetched every minute; typing ends after a time; the others only cause actions of the client.
  presence: nothing,
  typing: nothing,
  typing_edit_message: nothing,
  heartbeat: nothing,
  invites_changed: nothing,
  pinned_messages: nothing,
  channel_bookmarks: nothing,
  bot_call: nothing,
  bot_commands: nothing,
  message_buttons: nothing,
  realm_export: nothing,
  realm_export_consent: nothing,
  web_reload_client: nothing,
  restart: nothing,
};
