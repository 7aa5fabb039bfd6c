import { channels, declared } from './declared.ts';
import type { Described } from './described.ts';
import type { Fields, Shape } from './shape.ts';

/** Where answers or events differ from the description, and why. */
export interface Difference {
  /** Paths into the description, `.` between the steps: `named.User`, `answers.GET /users.members.[]`. */
  at: readonly string[];
  /** Keys that are there besides, or look otherwise. A key that ends in `?` may be missing. */
  has?: Fields;
  /** Keys that are not there. */
  lacks?: readonly string[];
  /** Keys that are there sometimes; `'all'` for each one. */
  mayLack?: readonly string[] | 'all';
  /** The type of events that the keys belong to in the initial state: clients that fetch it get them. */
  section?: string;
  because: string;
}

const group = '#GroupSettingValue';

const users = ['named.User', 'answers.POST /register.cross_realm_bots.[]', 'answers.GET /users/me'];

/** What the description, of release 10, does not say yet, or says otherwise than it is. */
export const differences: readonly Difference[] = [
  {
    at: ['answers.POST /register', 'answers.GET /server_settings'],
    has: {
      service_feature_level: 'integer',
      service_version: 'string',
      service_merge_base: 'string',
      '*': 'any',
    },
    because: 'both answers have the version under both spellings, and clients allow more keys in them',
  },
  {
    at: channels,
    has: {
      subscriber_count: 'integer',
      can_create_topic_group: group,
      can_delete_any_message_group: group,
      can_delete_own_message_group: group,
      can_move_messages_out_of_channel_group: group,
      can_move_messages_within_channel_group: group,
      can_resolve_topics_group: group,
    },
    lacks: ['can_create_topics_group'],
    because: 'added after 10: numbers of subscribers, and more permissions of channels',
  },
  {
    at: ['named.Subscription', 'answers.POST /register.never_subscribed.[]'],
    has: { 'partial_subscribers?': { '[]': 'integer' } },
    because: 'added after 10: a part of the subscribers of large channels',
  },
  {
    at: users,
    has: { is_imported_stub: 'boolean' },
    because: 'added after 10: users known from imported messages only',
  },
  {
    at: users,
    has: { 'bot_type?': 'integer', 'bot_owner_id?': ['integer', 'null'] },
    because: 'only bots have a kind and an owner',
  },
  {
    at: ['answers.POST /users/me/subscriptions'],
    has: { 'new_subscription_messages_sent?': 'boolean' },
    because: 'added after 10: whether those who were subscribed are told by a message',
  },
  {
    at: ['named.Attachment'],
    has: { message_ids: { '[]': 'integer' } },
    lacks: ['messages'],
    because: 'changed after 10: files name their messages by id',
  },
  {
    at: ['named.CustomProfileField'],
    has: { use_for_user_matching: 'boolean' },
    because: 'added after 10: profile fields by which people are found',
  },
  {
    at: [
      'answers.GET /realm/linkifiers.linkifiers.[]',
      'answers.POST /register.realm_linkifiers.[]',
      'events.realm_linkifiers.0.realm_linkifiers.[]',
    ],
    has: {
      example_input: ['string', 'null'],
      reverse_template: ['string', 'null'],
      alternative_url_templates: { '[]': 'string' },
    },
    because: 'added after 10: the way back from a URL to a text',
  },
  {
    at: ['events.reaction/add.0.user', 'events.reaction/remove.0.user'],
    has: { 'is_mirror_dummy?': 'boolean' },
    because: 'nobody is a dummy, and clients read the user by id',
  },
  {
    at: ['named.MessagesEvent', 'answers.GET /messages.messages.[]', 'answers.GET /messages/{message_id}.message'],
    has: { type: ['=stream', '=private'], content_type: ['=text/html', '=text/x-markdown'] },
    because: 'clients know no other words',
  },
  {
    at: ['events.message.0'],
    has: { 'local_message_id?': 'string' },
    because: 'the queue that a message was sent from gets back the id which its client gave',
  },
  {
    at: ['events.update_message_flags/remove.0.message_details.*'],
    has: { 'unmuted_stream_msg?': 'boolean' },
    because: 'clients are told to ignore it, and it is to go',
  },
  {
    at: ['answers.POST /register.realm_users.[]', 'answers.POST /register.realm_non_active_users.[]'],
    lacks: ['is_active'],
    because: 'the list that a user stands in says it',
  },
  {
    at: ['answers.POST /register.realm_users.[]', 'answers.POST /register.realm_non_active_users.[]'],
    mayLack: ['avatar_url'],
    because: 'clients may say that they need few pictures',
  },
  {
    at: ['answers.POST /register'],
    has: { 'jitsi_server_url?': ['string', 'null'] },
    because: 'neither the organization nor the server may have a server for calls',
  },
  {
    at: ['answers.POST /register.realm_incoming_webhook_bots.[]'],
    has: { url_options: { '[]': { key: 'string', label: 'string', validator: 'string' } } },
    because: 'added after 10: options that belong into the URL of a webhook',
  },
  {
    at: ['answers.POST /register.realm_incoming_webhook_bots.[]'],
    has: { 'is_tried?': 'boolean' },
    because: 'our own, and only for clients that ask: whether a tool was tried with real calls',
  },
  {
    at: ['answers.GET /export/realm.exports.[]', 'events.realm_export.0.exports.[]'],
    has: { export_type: 'string' },
    because: 'changed after 10: words in place of numbers',
  },
  {
    at: ['answers.GET /export/realm/consents.export_consents.[]'],
    has: { email_address_visibility: 'integer' },
    because: 'added after 10: who sees the address of somebody whose data may be exported',
  },
  {
    at: ['events.stream/update.0'],
    has: { value: [group, 'boolean', 'string', 'null'] },
    because: 'a channel may have no folder, and keep messages as long as the organization does',
  },
  {
    at: ['answers.POST /register'],
    has: {
      'realm_gif_rating_policy?': 'integer',
      'gif_rating_policy_options?': { '*': { name: 'string', id: 'integer' } },
    },
    lacks: ['realm_giphy_rating', 'giphy_rating_options'],
    section: 'realm',
    because: 'renamed after 10',
  },
  {
    at: ['answers.POST /register'],
    lacks: ['realm_is_zephyr_mirror_realm', 'can_subscribe_other_users'],
    because: 'removed after 10, and before it though the description has it',
  },
  {
    at: ['answers.POST /users/me/presence'],
    mayLack: ['presence_last_update_id'],
    because: 'it belongs to the presences, which nobody gets who only reports',
  },
  {
    at: ['answers.POST /users/me/presence'],
    lacks: ['zephyr_mirror_active'],
    because: 'only organizations that mirror another service had it',
  },
  {
    at: ['events.user_group/update.0.data', 'events.realm/update_dict.0.data', 'events.user_status.0'],
    mayLack: 'all',
    because: 'only what is new is told',
  },
  {
    at: ['events.user_status.0'],
    has: { user_id: 'integer' },
    because: 'it is told always',
  },
  {
    at: ['events.realm_bot/update.0.bot'],
    mayLack: 'all',
    because: 'only what is new is told',
  },
  {
    at: ['events.realm_bot/update.0.bot'],
    has: { user_id: 'integer' },
    because: 'it is told always',
  },
  {
    at: ['events.realm_bot/update.0.bot'],
    has: { 'email?': 'string' },
    because: 'added after 10: addresses of bots change',
  },
  {
    at: ['named.Bot', 'events.realm_bot/update.0.bot'],
    lacks: ['api_key'],
    because: 'changed after 10: keys of bots are asked for one by one',
  },
  {
    at: ['events'],
    has: {
      presence: [
        { presences: { '*': '#ModernPresenceFormat' } },
        {
          user_id: 'integer',
          email: 'string',
          server_timestamp: 'number',
          presence: { '*': '#LegacyPresenceFormat' },
        },
      ],
    },
    because: 'added after 10: clients may ask for the form that the initial state has',
  },
  {
    at: ['named.Invite'],
    mayLack: ['notify_referrer_on_join'],
    because: 'a link for many has no such choice',
  },
  {
    at: ['answers.POST /invites', 'answers.POST /invites/{invite_id}/resend'],
    has: { 'invites?': { '[]': { id: 'integer', email: 'string', link_url: 'string' } } },
    because: 'without a mail server those who invite pass the links on themselves',
  },
  {
    at: ['events.realm/update_dict.0.data'],
    has: {
      'topics_policy?': 'string',
      'can_set_delete_message_policy_group?': group,
      'can_set_topics_policy_group?': group,
      'rendered_description?': 'string',
      'allow_edit_history?': 'boolean',
    },
    because: 'added after 10: policies of topics, and rendered descriptions; the older form of who sees former texts',
  },
  {
    at: ['events.realm/update_dict.0.data'],
    has: { 'can_start_calls_group?': group },
    because: 'our own, and only for clients that ask: who may start calls',
  },
  {
    at: ['answers.GET /server_settings.authentication_methods'],
    has: { discord: 'boolean' },
    because: 'added after 10',
  },
  {
    at: ['errors.BAD_REQUEST'],
    has: { 'empty_topic_display_name?': 'string', 'errors?': { '*': { '[]': 'string' } } },
    because: 'added after 10: policies of topics; and linkifiers tell what is wrong with which field',
  },
  {
    at: ['errors.MOVE_MESSAGES_TIME_LIMIT_EXCEEDED'],
    has: {
      first_message_id_allowed_to_move: ['integer', 'null'],
      total_messages_in_topic: 'integer',
      total_messages_allowed_to_move: 'integer',
    },
    because: 'the description has only an example of this error',
  },
  {
    at: ['errors.CANNOT_DEACTIVATE_GROUP_IN_USE'],
    has: { objections: { '[]': { type: 'string', '*': 'any' } } },
    because: 'the description has only an example of this error',
  },
  {
    at: ['errors.RATE_LIMIT_HIT'],
    has: { 'retry-after': 'number' },
    because: 'seconds have fractions, as the example of the description shows',
  },
  {
    at: ['errors.REQUEST_VARIABLE_MISSING'],
    has: { var_name: 'string' },
    because: 'it is there always',
  },
  {
    at: ['errors'],
    has: {
      AUTHENTICATION_FAILED: {},
      BAD_NARROW: { desc: 'string' },
      CHANNEL_ALREADY_EXISTS: { channel_name: 'string' },
      EXPECTATION_MISMATCH: { 'field_name?': 'string' },
      INVALID_JSON: {},
      METHOD_NOT_ALLOWED: { allowed_methods: { '[]': 'string' } },
      PASSWORD_AUTH_DISABLED: {},
      REQUEST_CONFUSING_VAR: { var_name1: 'string', var_name2: 'string' },
      REQUEST_VARIABLE_INVALID: { var_name: 'string', bad_value: 'string' },
      SYSTEM_GROUP_REQUIRED: { setting_name: 'string' },
    },
    because: 'the description does not list every error',
  },
  {
    at: ['errors'],
    has: {
      ADMIN_ACTION_REQUIRED: {},
      FAILED_TO_CONNECT_BOUNCER: {},
      INTERNAL_SERVER_ERROR_ON_BOUNCER: {},
      NO_ACTIVE_PUSH_DEVICE: {},
      PUSH_SERVICE_NOT_CONFIGURED: {},
    },
    because: 'added after 10: encrypted notifications of phones',
  },
  {
    at: ['errors'],
    has: {
      ANSWER_TOO_LONG: {},
      ANSWERS_WAITING: { 'retry-after': 'number' },
      DATABASE_UNAVAILABLE: {},
      DATABASE_DAMAGED: {},
      DIRECTORY_UNREACHABLE: {},
      INTERNAL_ERROR: { request_id: 'string' },
      INVALID_PAYLOAD: {},
      NOT_FOUND: {},
      BOT_UNAVAILABLE: {},
      NO_SUCH_BUTTON: {},
      NO_SUCH_COMMAND: {},
      OUT_OF_SCOPE: {},
      REALM_UPLOAD_QUOTA: {},
      REQUEST_BODY_TOO_LARGE: {},
      SEARCH_UNAVAILABLE: {},
      STORAGE_FULL: {},
      TOO_MANY_ANSWERS: { 'retry-after': 'number' },
      TWO_FACTOR_REQUIRED: {},
      UNSUPPORTED_CONTENT_ENCODING: {},
    },
    because: "the server's own errors, which a proxy would answer without JSON",
  },
  {
    at: ['answers'],
    has: {
      'GET /streams/{stream_id}/pinned_messages': { pinned_messages: { '[]': '#Pin' } },
      'GET /streams/{stream_id}/bookmarks': { bookmarks: { '[]': { title: 'string', url: 'string' } } },
      'PUT /streams/{stream_id}/bookmarks': {},
      'GET /second_factors': { user_ids: { '[]': 'integer' } },
      'DELETE /users/{user_id}/second_factor': {},
      'GET /users/me/availability': { availability: '#Availability' },
      'PATCH /users/me/availability': {},
      'GET /users/me/own_sections': { own_sections: { '[]': '#OwnSection' } },
      'PUT /users/me/own_sections': {},
      'POST /messages/{message_id}/pin': {},
      'DELETE /messages/{message_id}/pin': {},
    },
    because: 'our own: messages pinned to topics and channels, and sections of the side bar',
  },
  {
    at: ['answers'],
    has: {
      'GET /bots/{bot_id}/rights': {
        scope: ['null', { writing: 'string', channel_ids: ['null', { '[]': 'integer' }] }],
        keys: { '[]': { id: 'integer', created_at: 'integer', used_at: 'integer' } },
      },
      'DELETE /bots/{bot_id}/api_keys/{key_id}': {},
      'PUT /bots/me/commands': {},
      'PUT /messages/{message_id}/buttons': {},
      'GET /messages/buttons': { buttons: { '[]': '#MessageButtons' } },
      'POST /messages/{message_id}/buttons/{button}': { answer: ['null', '#BotAnswer'] },
      'GET /commands': { commands: { '[]': '#Command' } },
      'POST /commands/{name}/calls': { answer: ['null', '#BotAnswer'] },
      'POST /bot_calls/{call}/answer': { is_awaited: 'boolean' },
      'GET /bots/{bot_id}/outgoing_calls': { calls: { '[]': '#OutgoingCall' } },
    },
    because: 'our own: what a bot may do, and its keys',
  },
  {
    at: ['answers'],
    has: {
      'POST /calls': { call_id: 'integer', message_id: 'integer' },
      'GET /calls': { calls: { '[]': '#Call' } },
      'POST /calls/{call_id}/members': { call: '#Call', ice_servers: { '[]': '#IceServer' } },
      'PATCH /calls/{call_id}/members/me': {},
      'DELETE /calls/{call_id}/members/me': {},
      'POST /calls/{call_id}/signals': {},
      'POST /calls/{call_id}/reactions': {},
      'POST /calls/{call_id}/decline': {},
    },
    because: 'our own: calls',
  },
  {
    at: ['events'],
    has: {
      'call/add': [{ call: '#Call' }],
      'call/update': [{ call: '#Call' }],
      'call/remove': [{ call_id: 'integer' }],
      call_signal: [
        { call_id: 'integer', from: 'integer', from_session: 'string', to_session: 'string', data: 'string' },
      ],
      call_reaction: [{ call_id: 'integer', from: 'integer', emoji: 'string' }],
    },
    because: 'our own, and only for clients that ask',
  },
  {
    at: ['errors'],
    has: {
      ALREADY_IN_CALL: {},
      CALL_ENDED: {},
      CALL_FULL: {},
      CALL_VIDEO_FULL: {},
      NOT_IN_CALL: {},
      RECEIVER_NOT_IN_CALL: {},
    },
    because: 'our own: calls',
  },
  {
    at: ['named'],
    has: {
      Call: {
        id: 'integer',
        message_id: 'integer',
        type: ['=stream', '=private'],
        'stream_id?': 'integer',
        'topic?': 'string',
        'user_ids?': { '[]': 'integer' },
        started_by: 'integer',
        started_at: 'integer',
        members: {
          '[]': {
            user_id: 'integer',
            session: 'string',
            joined_at: 'integer',
            audio: 'boolean',
            video: 'boolean',
            screen: 'boolean',
            hand: 'boolean',
          },
        },
        rings: { '[]': 'integer' },
      },
      IceServer: { urls: { '[]': 'string' }, 'username?': 'string', 'credential?': 'string' },
    },
    because: 'our own: what is known of a call',
  },
  {
    at: ['answers.POST /register'],
    has: { 'calls?': { '[]': '#Call' } },
    because: 'our own: live calls',
  },
  {
    at: ['events'],
    has: {
      pinned_messages: [{ stream_id: 'integer' }],
      channel_bookmarks: [{ stream_id: 'integer' }],
      bot_commands: [{}],
      message_buttons: ['#MessageButtons'],
      bot_call: [{ call: '#BotCall' }],
      availability: ['#Availability'],
      own_sections: [{ own_sections: { '[]': '#OwnSection' } }],
    },
    because: 'our own, and only for clients that ask',
  },
  {
    at: ['named'],
    has: {
      Availability: {
        quiet_until: ['integer', 'null'],
        hours: { '[]': { weekday: 'integer', from: 'integer', until: 'integer' } },
        status_ends_at: ['integer', 'null'],
      },
      Command: { name: 'string', bot_id: 'integer', description: 'string', parameters: 'string' },
      BotAnswer: {
        content: 'string',
        rendered_content: 'string',
        visible_to: ['=conversation', '=caller'],
        message_id: ['null', 'integer'],
      },
      MessageButtons: {
        message_id: 'integer',
        buttons: { '[]': { id: 'string', label: 'string', confirm: 'string' } },
      },
      BotCall: {
        call_id: 'string',
        trigger: ['=command', '=button'],
        'command?': 'string',
        'arguments?': 'string',
        'message_id?': 'integer',
        'button_id?': 'string',
        user: { user_id: 'integer', full_name: 'string', email: 'string' },
        type: ['=channel', '=direct'],
        'stream_id?': 'integer',
        'topic?': 'string',
        'user_ids?': { '[]': 'integer' },
        time: 'integer',
      },
      OutgoingCall: {
        time: 'integer',
        trigger: 'string',
        attempt: 'integer',
        status: ['null', 'integer'],
        duration: 'integer',
        problem: ['null', 'string'],
        next_at: ['null', 'integer'],
      },
      OwnSection: { name: 'string', channel_ids: { '[]': 'integer' } },
      Pin: {
        message_id: 'integer',
        topic: 'string',
        pinned_to: ['=topic', '=channel'],
        user_id: 'integer',
        timestamp: 'integer',
      },
    },
    because: 'our own: what is known of a pin, and of a section',
  },
  {
    at: ['errors'],
    has: { OTHER_USER: {} },
    because: 'pages of our own client name their user, and nobody else logged in meanwhile acts through them',
  },
  {
    at: ['events'],
    has: {
      'channel_folder/add': [{ channel_folder: '#ChannelFolder' }],
      'channel_folder/update': [
        {
          channel_folder_id: 'integer',
          data: {
            'name?': 'string',
            'description?': 'string',
            'rendered_description?': 'string',
            'is_archived?': 'boolean',
          },
        },
      ],
      'channel_folder/reorder': [{ order: { '[]': 'integer' } }],
      'device/add': [{ device_id: 'integer' }],
      'device/remove': [{ device_id: 'integer' }],
      'device/update': [
        {
          device_id: 'integer',
          'push_key_id?': ['integer', 'null'],
          'push_token_id?': ['string', 'null'],
          'pending_push_token_id?': ['string', 'null'],
          'push_token_last_updated_timestamp?': ['integer', 'null'],
          'push_registration_error_code?': ['string', 'null'],
        },
      ],
      'navigation_view/add': [{ navigation_view: '#NavigationView' }],
      'navigation_view/update': [{ fragment: 'string', data: { 'is_pinned?': 'boolean', 'name?': 'string' } }],
      'navigation_view/remove': [{ fragment: 'string' }],
      'reminders/add': [{ reminders: { '[]': '#Reminder' } }],
      'reminders/remove': [{ reminder_id: 'integer' }],
    },
    because: 'added after 10: folders, encrypted notifications, navigation views and reminders',
  },
  {
    at: ['answers'],
    has: {
      'GET /bots/{bot_id}/api_key': { api_key: 'string' },
      'GET /channel_folders': { channel_folders: { '[]': '#ChannelFolder' } },
      'PATCH /channel_folders': {},
      'PATCH /channel_folders/{channel_folder_id}': {},
      'POST /channel_folders/create': { channel_folder_id: 'integer' },
      'POST /channels/create': { id: 'integer' },
      'POST /mobile_push/e2ee/test_notification': {},
      'POST /mobile_push/register': {},
      'POST /register_client_device': { device_id: 'integer' },
      'POST /remove_client_device': {},
      'GET /navigation_views': { navigation_views: { '[]': '#NavigationView' } },
      'POST /navigation_views': {},
      'PATCH /navigation_views/{fragment}': {},
      'DELETE /navigation_views/{fragment}': {},
      'POST /messages/{message_id}/report': {},
      'POST /realm/test_welcome_bot_custom_message': { message_id: 'integer' },
      'GET /reminders': { reminders: { '[]': '#Reminder' } },
      'POST /reminders': { reminder_id: 'integer' },
      'DELETE /reminders/{reminder_id}': {},
      'POST /users/{user_id}/status': {},
    },
    because: 'added after 10: folders, encrypted notifications, reminders, and what administrators do for others',
  },
  {
    at: ['answers.POST /register'],
    has: { 'channel_folders?': { '[]': '#ChannelFolder' } },
    section: 'channel_folders',
    because: 'added after 10: folders',
  },
  {
    at: ['answers.POST /register'],
    has: { 'devices?': { '*': '#Device' } },
    section: 'device',
    because: 'added after 10: encrypted notifications',
  },
  {
    at: ['answers.POST /register'],
    has: { 'navigation_views?': { '[]': '#NavigationView' } },
    section: 'navigation_views',
    because: 'added after 10: navigation views',
  },
  {
    at: ['answers.POST /register'],
    has: { 'availability?': '#Availability' },
    because: 'our own, and only for clients that ask',
  },
  {
    at: ['answers.POST /register'],
    has: { 'own_sections?': { '[]': '#OwnSection' } },
    because: 'our own, and only for clients that ask',
  },
  {
    at: ['answers.POST /register'],
    has: { 'realm_accent_color?': 'string' },
    because: 'our own, and only for clients that ask: the color of links and buttons in the web client',
  },
  {
    at: ['answers.POST /register'],
    has: { 'realm_can_start_calls_group?': group },
    because: 'our own, and only for clients that ask: who may start calls',
  },
  {
    at: ['answers.POST /register'],
    has: { 'reminders?': { '[]': '#Reminder' } },
    section: 'reminders',
    because: 'added after 10: reminders',
  },
  {
    at: ['answers.POST /register'],
    has: {
      'max_channel_folder_name_length?': 'integer',
      'max_channel_folder_description_length?': 'integer',
      'max_reminder_note_length?': 'integer',
      'max_bulk_new_subscription_messages?': 'integer',
      'realm_can_set_delete_message_policy_group?': group,
      'realm_can_set_topics_policy_group?': group,
      'realm_default_avatar_source?': 'string',
      'realm_media_preview_size?': 'integer',
      'realm_send_channel_events_messages?': 'boolean',
      'realm_topics_policy?': ['=allow_empty_topic', '=disable_empty_topic'],
      'realm_uuid?': 'string',
      'realm_welcome_message_custom_text?': 'string',
      'server_report_message_types?': { '[]': { key: 'string', name: 'string' } },
    },
    section: 'realm',
    because: 'added after 10: settings of the organization and limits of the server',
  },
  {
    at: ['named'],
    has: {
      Device: {
        push_key_id: ['integer', 'null'],
        push_token_id: ['string', 'null'],
        pending_push_token_id: ['string', 'null'],
        push_token_last_updated_timestamp: ['integer', 'null'],
        push_registration_error_code: ['string', 'null'],
      },
      ChannelFolder: {
        id: 'integer',
        name: 'string',
        description: 'string',
        rendered_description: 'string',
        order: 'integer',
        date_created: 'integer',
        creator_id: ['integer', 'null'],
        is_archived: 'boolean',
      },
      NavigationView: { fragment: 'string', is_pinned: 'boolean', name: ['string', 'null'] },
      Reminder: {
        reminder_id: 'integer',
        type: '=private',
        to: { '[]': 'integer' },
        content: 'string',
        rendered_content: 'string',
        scheduled_delivery_timestamp: 'integer',
        failed: 'boolean',
        reminder_target_message_id: 'integer',
      },
    },
    because: 'added after 10: folders, encrypted notifications and reminders',
  },
];

/** The description with the differences applied. */
export function amended(described: Described): Described {
  const copy = structuredClone(described);
  for (const difference of differences) {
    for (const path of difference.at) amend(fieldsAt(copy, path), path, difference);
  }
  for (const { at, has } of declared) {
    for (const path of at) addLacking(fieldsAt(copy, path), has);
  }
  for (const { section, has = {} } of differences) {
    if (section !== undefined)
      copy.sections[section] = [...(copy.sections[section] ?? []), ...Object.keys(has).map(nameOf)];
  }
  const state = copy.answers['POST /register'] ?? {};
  const isThere = (key: string) => state[key] !== undefined || state[`${key}?`] !== undefined;
  const sections = Object.entries(copy.sections).map(([type, keys]) => [type, keys.filter(isThere)]);
  return { ...copy, sections: Object.fromEntries(sections) };
}

type Table = Record<string, Shape>;

function amend(fields: Table, path: string, { has = {}, lacks = [], mayLack = [] }: Difference): void {
  for (const key of lacks) take(fields, path, key);
  for (const key of mayLack === 'all' ? Object.keys(fields) : mayLack) {
    const name = nameOf(key);
    fields[`${name}?`] = take(fields, path, name);
  }
  for (const [key, shape] of Object.entries(has)) {
    const name = nameOf(key);
    delete fields[name];
    delete fields[`${name}?`];
    fields[key] = shape;
  }
}

/** Adds the keys that are not there yet. */
function addLacking(fields: Table, has: Fields): void {
  const known = new Set(Object.keys(fields).map(nameOf));
  for (const [key, shape] of Object.entries(has)) if (!known.has(nameOf(key))) fields[key] = shape;
}

/** A key without the mark that it may be missing. */
function nameOf(key: string): string {
  return key.replace(/\?$/, '');
}

/** Removes a key, whether it must be there or may. */
function take(fields: Table, path: string, key: string): Shape {
  const name = fields[key] === undefined ? `${key}?` : key;
  const shape = fields[name];
  if (shape === undefined) throw new Error(`${path} is not described to have ${key}`);
  delete fields[name];
  return shape;
}

/** The fields at a path. A named shape on the way becomes one of the place's own. */
function fieldsAt(described: Described, path: string): Table {
  let place = described as unknown as Table;
  for (const step of path.split('.')) {
    const key = place[step] === undefined ? `${step}?` : step;
    const shape = place[key];
    if (typeof shape === 'string') place[key] = structuredClone(described.named[shape.slice(1)]) as Shape;
    if (typeof place[key] !== 'object') throw new Error(`${path} leads nowhere`);
    place = place[key] as Table;
  }
  return place;
}
