import { type Apply, byOp, change, nothing, withEntry, without } from './model.ts';

/** Events of what only one user sees, by type. */
export const personal: Readonly<Record<string, Apply>> = {
  alert_words({ state }, { alert_words }) {
    state.alert_words = alert_words;
  },
  muted_users({ state }, { muted_users }) {
    state.muted_users = muted_users;
  },
  user_settings: byOp({
    update({ state }, { property, value }) {
      state.user_settings[property] = value;
    },
  }),
  drafts: byOp({
    add({ state }, { drafts }) {
      state.drafts.push(...drafts);
    },
    update({ state }, { draft }) {
      state.drafts = withEntry(state.drafts, draft, 'id');
    },
    remove({ state }, { draft_id }) {
      state.drafts = without(state.drafts, draft_id, 'id');
    },
  }),
  saved_snippets: byOp({
    add({ state }, { saved_snippet }) {
      state.saved_snippets.push(saved_snippet);
    },
    update({ state }, { saved_snippet }) {
      state.saved_snippets = withEntry(state.saved_snippets, saved_snippet, 'id');
    },
    remove({ state }, { saved_snippet_id }) {
      state.saved_snippets = without(state.saved_snippets, saved_snippet_id, 'id');
    },
  }),
  scheduled_messages: byOp({
    add({ state }, { scheduled_messages }) {
      state.scheduled_messages.push(...scheduled_messages);
    },
    update({ state }, { scheduled_message }) {
      state.scheduled_messages = withEntry(state.scheduled_messages, scheduled_message, 'scheduled_message_id');
    },
    remove({ state }, { scheduled_message_id }) {
      state.scheduled_messages = without(state.scheduled_messages, scheduled_message_id, 'scheduled_message_id');
    },
  }),
  reminders: byOp({
    add({ state }, { reminders }) {
      state.reminders.push(...reminders);
    },
    remove({ state }, { reminder_id }) {
      state.reminders = without(state.reminders, reminder_id, 'reminder_id');
    },
  }),
  navigation_view: byOp({
    add({ state }, { navigation_view }) {
      state.navigation_views.push(navigation_view);
    },
    update({ state }, { fragment, data }) {
      change(state.navigation_views, fragment, 'fragment', data);
    },
    remove({ state }, { fragment }) {
      state.navigation_views = without(state.navigation_views, fragment, 'fragment');
    },
  }),
  device: byOp({
    add({ state }, { device_id }) {
      state.devices[device_id] = {
        push_key_id: null,
        push_token_id: null,
        pending_push_token_id: null,
        push_token_last_updated_timestamp: null,
        push_registration_error_code: null,
      };
    },
    update({ state }, { type: _type, op: _op, device_id, ...changes }) {
      Object.assign(state.devices[device_id], changes);
    },
    remove({ state }, { device_id }) {
      delete state.devices[device_id];
    },
  }),
  attachment: byOp({
    add({ files }, { attachment }) {
      files.attachments.push(attachment);
    },
    update({ files }, { attachment }) {
      files.attachments = withEntry(files.attachments, attachment, 'id');
    },
    remove({ files }, { attachment }) {
      files.attachments = without(files.attachments, attachment.id, 'id');
    },
  }),
  // Who is here is asked for again every minute; typing ends by itself; the rest tells clients to do something.
  presence: nothing,
  typing: nothing,
  typing_edit_message: nothing,
  heartbeat: nothing,
  invites_changed: nothing,
  web_reload_client: nothing,
  restart: nothing,
};
