import { absent, type Mismatch } from './compare.ts';
import type { Recording } from './recordings.ts';

/**
 * Of 13,702 recordings 8,742 are answered alike, and 4,960 differ only as rows of this table explain.
 */

/** What is meant to differ from the recordings, and why. */
export interface Difference {
  /** The request: method, path and parameters, as `PATCH /messages/{m:e1} {"topic":"back"}`. All, if left out. */
  on?: RegExp;
  /** Places in the answer, as `.body.members.[].email`, or in events, as `events of alice: message.flags`. */
  at?: RegExp;
  /** What is recorded and given there. Without `at`: the `msg` of both answers, which then differ in all. */
  recorded?: unknown;
  given?: unknown;
  /** The `msg` of both answers, in pairs, in the place of `recorded` and `given`. */
  words?: readonly (readonly [recorded: RegExp, given: RegExp])[];
  /** What may differ in the texts of both, which agree in all else. */
  aside?: RegExp;
  /** Only if nobody received any event. */
  silent?: true;
  because: string;
}

const newer = 'of a later feature level';
const lenient = 'it is read as it is meant, which no client can take amiss';
const hidden = 'what one may not see answers like what does not exist';
const specified = 'the specification says so';

export const differences: readonly Difference[] = [
  // Of a later feature level
  {
    at: /\.(topics_policy|folder_id|subscriber_count|can_(create_topic|resolve_topics|(delete|move)_\w+)_group|partial_subscribers|new_subscription_messages_sent|is_imported_stub|use_for_user_matching|example_input|reverse_template|alternative_url_templates|service_(version|merge_base|feature_level)|idle_queue_timeout_secs)$|\.user_settings\.(web_left_sidebar|web_inbox|resolved_topic)_\w+$|^\.body\.(realm_|max_|server_|gif_|giphy)\w*/,
    recorded: absent,
    because: `properties, settings and limits ${newer}, and the specification's names of the version`,
  },
  {
    on: /"anchor":"date"|operator\W+mentions|\/delete_topic|include_subscribers|^POST \/user_groups\/\S+\/members/,
    recorded: /^(Invalid|operand|Must be an organization administrator|User group is deactivated|include_subscribers)/,
    because: `anchors, operators, permissions and values ${newer}`,
  },
  {
    on: /^PATCH \/.*"(mandatory_topics|presence_disabled|giphy_rating|web_inbox_show_channel_folders|send_welcome_emails|video_chat_provider|default_code_block_language)"|^(POST|PATCH) .*topics_policy/,
    at: /^\.(status|body\.\w+)$|: (realm|stream)\/(update|create)/,
    because: `settings ${newer}, or without quotes`,
  },
  {
    on: /update_(display_settings|global_notifications)/,
    at: /^\.body\./,
    recorded: absent,
    because: `settings come without a capability, ${newer}`,
  },
  {
    on: /^PATCH \/messages\/.*"topic"/,
    at: /: message\.flags\.\[\]$/,
    recorded: absent,
    given: 'read',
    because: `which notices of resolved topics start as read is a setting ${newer}`,
  },
  {
    on: /^POST \/register /,
    at: /^\.body\.tenor_api_key$/,
    recorded: absent,
    given: '',
    because: `a second service of GIFs ${newer}`,
  },
  {
    on: /^POST \/register /,
    at: /\.can_administer_channel_group\.default_group_name$/,
    recorded: 'stream_creator_or_nobody',
    given: 'channel_creator',
    because: `the default of a permission is named as in other settings, ${newer}`,
  },
  {
    on: /^GET \/export\/realm\/consents /,
    at: /^\.body\.export_consents\.\[\]\.email_address_visibility$/,
    recorded: absent,
    because: `consents tell who sees the address, ${newer}`,
  },
  {
    on: /^(POST \/messages|GET \/messages(\/\S+\/history)?) /,
    at: /(: message\.message\.content|\.content|\.rendered_content)$/,
    aside: /data-stream-id="[^"]*"|(?<=narrow\/channel\/)\S+?(?=-pub\/)|(?<=\/with\/)[^"]+/g,
    because: `a link to a topic names its newest message, ${newer}`,
  },
  {
    at: /\.is_moderator$/,
    recorded: false,
    given: true,
    because: `administrators are moderators too, ${newer}`,
  },
  {
    at: /(bots\.\[\]|realm_bot\/add\.bot)\.(api_key|user_id)$|subscription\/peer_remove$|\.is_archived$|: stream\/(delete|update\/(is_archived|first_message_id))|attachment(s\.\[\])?\.(messages|message_ids)$/,
    because: `bots have ids and no keys, and users who leave, archived channels, first messages and messages of attachments are told, ${newer}`,
  },
  {
    on: /^PATCH \/realm /,
    at: /: realm\/update\/(description|message_edit_history_visibility_policy|move_messages_\w+_limit_seconds|waiting_period_threshold)$|: realm\/update_dict\/default(\.data\.\w+)?$/,
    because: `changes that belong together are one event, ${newer}`,
  },

  // The specification
  {
    at: /^\.body\.code$/,
    recorded: 'UNAUTHORIZED_PRINCIPAL',
    given: 'BAD_REQUEST',
    because: 'the specification has this code for refusals by role',
  },
  {
    recorded: /^($|Missing (topic$|'anchor')|Not logged in)/,
    given:
      /^(queue_id and local_id must be given together\.|Unsupported parameter combination.*|'prev_content_sha256' value.*|No active registered push device|Not subscribed to channel ID.*|Topic is not muted.*|Missing 'num_\w+' argument)/,
    because: `parameters that are needed, exclude each other or must agree: ${specified}`,
  },
  {
    at: /^\.body\.ignored_because_not_subscribed_channels/,
    because: 'the specification has it with the flag read, when it is removed, and only then',
  },
  {
    at: /^\.body\.found_(oldest|newest)$/,
    recorded: false,
    given: true,
    because: `it tells whether the list has the oldest and newest messages, also if none was asked for on that side: ${specified}`,
  },
  {
    on: /^POST \/messages\/flags/,
    recorded: /^(Invalid message\(s\))?$/,
    given: /^(Invalid message\(s\))?$/,
    because: `messages that one may not read are passed over, or answer like none: ${specified}`,
  },
  {
    on: /mark_topic_as_read/,
    recorded: "No such topic ''",
    because: `other names of the empty topic count only for sending: ${specified}`,
  },
  {
    on: /\(no topic\)|delete_topic \{"topic_name":""/,
    at: /: (message\.message\.subject|delete_message\.message_ids\.\[\])$/,
    because: `other names of the empty topic count only for sending: ${specified}`,
  },

  // Who may see what
  {
    recorded:
      /^($|Not authorized to send to channel|Insufficient permission$|Channel\(s\) |Invalid data type for channel$)/,
    given: /^(Channel (with ID )?'.*' does not exist|Invalid narrow operator: unknown channel.*)$/,
    because: `${hidden}, in the words of the specification`,
  },
  {
    on: /^POST \/user_topics .*"visibility_policy":"0"/,
    recorded: 'Invalid channel ID',
    given: '',
    because: hidden,
  },
  {
    on: /^PATCH .*"stream_id":"\{s:web\}"/,
    at: /^events of guest: delete_message$/,
    given: absent,
    because: 'a message that moves to a channel open to the web stays readable for guests: no deletion is told',
  },
  {
    on: /^(PATCH .*"stream_id":"\{s:web\}"|DELETE )/,
    at: /^events of guest: (update|delete)_message$/,
    recorded: absent,
    because: 'guests hear what becomes of messages in channels open to the web',
  },
  {
    on: /operand\W+(web-)?public/,
    at: /^\.body\.messages\.\[\]$/,
    recorded: absent,
    because: 'the list has the messages of channels that are open to the web for guests too',
  },
  {
    on: /^GET \/get_stream_id|^(POST|DELETE) \/default_streams/,
    recorded: /^Invalid channel (name|ID)/,
    given: /^$|^Private channels cannot be made default/,
    because: 'administrators may know of every channel, as its list shows them',
  },
  {
    on: /^POST \/register/,
    at: /\.user_topics\.\[\]$|^\.body\.realm_is_zephyr_mirror_realm$/,
    given: absent,
    because: `policies outlive the loss of a channel, but are told only of channels that one may see; and a key is gone, ${newer}`,
  },
  {
    on: /^GET \/users\/\{u:bot\}\/subscriptions/,
    recorded: 'No such user',
    because: 'who may see a bot may see where it is subscribed',
  },
  {
    on: /^(GET|POST \/register) /,
    recorded: /^(Not logged in|Invalid message\(s\))/,
    given: /^(Missing 'num_before' argument)?$/,
    because: 'channels that are open to the web are read by guests, and without an account',
  },
  {
    on: /\/presence/,
    recorded: 'No such user',
    given: /^No presence data/,
    because: 'the address that the API shows names a user everywhere',
  },

  {
    on: /read_receipts/,
    at: /\.user_ids\.\[\]$/,
    given: absent,
    because: 'bots read nothing, and people only what they received',
  },

  // Refusals
  { recorded: 'Internal server error', because: 'no request is answered by a fault' },
  {
    recorded:
      /\["(int|str|bool|json\[str\]|list\[str\]|list\[int\])"\]|Input should be|: Field required$|^(Invalid )?(narrow|subscriptions|subscription_data)\[\d+\]|^(Invalid address\.|GitHub username is too long.*|User IDs is not a list)$/,
    given: /./,
    because: 'the message names the field and what is wrong with it, without types of a programming language',
  },
  {
    on: /^(POST|PATCH) .*"(jitsi_server_url|payload_url|service_payload_url)"/,
    recorded: /is not (valid JSON|a string)/,
    given: /./,
    because: 'URLs are read bare and quoted, and it says that they are none',
  },
  {
    words: [
      [/^Invalid email '.*'$/, /^Invalid email '.*'$/],
      [/^Invalid data type for recipients$/, /^Invalid email 'null'$/],
      [/^Name is already in use\.$/, /^Bad name or username$/],
      [
        /^Topics are required in this organization$/,
        /^Sending messages to the general chat is not allowed in this channel\.$/,
      ],
      [
        /^You don't have permission to resolve topics\.$/,
        /^You don't have permission to resolve topics in this channel\.$/,
      ],
      [/^Nothing to change$/, /^Direct messages cannot have topics\.$/],
      [
        /^(Enter a valid email address\.|Account is deactivated)$/,
        /^(Your username or password is incorrect|Invalid API key)$/,
      ],
      [/^Invalid character in |must not contain null bytes$/, /must not contain null bytes$/],
      [/setting cannot be set to '.*' group\.$/, /^User group '.*' already exists\.$/],
      [/^(Missing channel|Message must have recipients)$/, /^Missing 'to' argument$/],
      [/^Invalid data type for channel ID$/, /^Expected exactly one channel$/],
      [/^Invalid payload_url: Value error, Not a URL$/, /^payload_url is not a URL$/],
      [/^jitsi_server_url is not an allowed_type$/, /^jitsi_server_url is not a URL$/],
      [/^Group '.*' in linkifier pattern is not present in URL template\.$/, /^Invalid URL template\.$/],
      [/^Bad regular expression: /, /^Bad regular expression: /],
      [/^field_data\["text"\] cannot be blank\.$/, /^field_data\["\d+"\]\["text"\] cannot be blank$/],
      [/^Invalid image format$/, /^Could not decode image; did you upload an image file\?$/],
      [/^Invalid notification sound /, /^Invalid notification sound /],
      [/^Some of those addresses are already using/, /^Some of these addresses have an account here already/],
    ],
    because: 'the refusal says more exactly what is wrong, or to an attacker less',
  },
  {
    recorded: /^$|^'.*' is no longer using Zulip\.$/,
    given: 'User is deactivated',
    because: 'users who are deactivated receive nothing, and the server does not go by the name of another',
  },
  {
    given: /is too long \(limit: \d+ characters\)\.?$/,
    because: 'nothing that somebody wrote is cut off',
  },
  {
    recorded: /^Invalid \w+(: Value error.*)?$/,
    given: /^Invalid \w+(: Value error.*)?$|^\w+ is not an integer$/,
    because: 'values that are not listed are refused alike everywhere, and those of another type by the type',
  },
  {
    recorded: '',
    given:
      /^(client_gravatar is not a boolean|invite_expires_in_minutes is too small|You must specify at least one email address\.|name cannot be blank|Invalid data type for recipients|Invalid widget|User group '.*' already exists\.|Invalid narrow operator: empty dm clause|Invalid URL template\.|Some of these addresses.*|Nothing to change|drafts?(\[0\])?\["timestamp"\].*)$/,
    because: 'what makes no sense, or was cut before, is refused',
  },

  // What is read as it is meant
  {
    recorded:
      /^(Invalid anchor|(fetch_)?event_types is not a list|Invalid address\.|Wrong password!|Invalid timezone.*|Bad name or username|Disposable.*|.* is not an? (URL|date|string)|.* is not a valid choice.*|There is already an active bot.*|Unable to render message|Missing topic|.* is not valid JSON|Bad value for .*)$/,
    given: /^$|^Bad value for/,
    because: `${lenient}: words without quotes, empty values for none, hosts of an own network`,
  },
  {
    on: /^(DELETE|POST) .*"emoji_name":"zulip"/,
    recorded: /^Reaction/,
    given: '',
    because: 'the extra emoji is found by its name alone',
  },
  {
    on: /narrow/,
    recorded: /^operand is not a string( or an integer list)?$|Invalid (message ID|'with' operator)$/,
    given: /^$|^operand is not a string|^Invalid narrow operator: (empty dm clause|unknown user)/,
    because: 'ids are read in every operator of users and messages, under all its names',
  },
  {
    on: /^POST \/messages .*"(sender|forged|widget_content)"|^PATCH \/realm .*"string_id"/,
    recorded:
      /^(Invalid mirrored message|User not authorized for this query|Widgets: .*|Must be an organization owner)$/,
    because: 'parameters that the endpoint does not know are ignored',
  },
  {
    recorded:
      /^(allow_empty_topic_name|apply_markdown|client_capabilities\["archived_channels"\]|client_gravatar|include_\w+|(presence_)?history_limit_days|last_update_id|new_user_input|queue_lifespan_secs|slim_presence) is not (a boolean|an integer|valid JSON)$/,
    given: /^$/,
    because: 'unknown values of hints count as missing, because newer clients may send others',
  },
  {
    at: /^\.body\.ignored_parameters_unsupported(\.\[\])?$|message\.client$/,
    because: 'parameters are named as ignored where they had no effect; what a client is called comes from its header',
  },

  // Searching and reading
  {
    on: /operator\W+(search|in\W+operand\W+all\W+negated)/,
    at: /^\.body\.messages\.(\[\]|\*)(\.match_(content|subject))?$/,
    because:
      'the search finds other words and marks them: beginnings, short words, accents; and negates what is negated',
  },
  {
    on: /operator\W+with/,
    recorded: /^$|unknown operator with$/,
    given: /^$|Invalid 'with' operator$/,
    because: '`with` is known wherever a narrow is, and is the one operator that cannot be negated',
  },
  {
    on: /"message_ids"/,
    at: /^\.body\.messages\.\[\]$/,
    recorded: absent,
    because: 'ids find every message that one may read',
  },
  {
    at: /^\.body\.messages$|emoji\.\*$/,
    recorded: absent,
    because: 'long lists were not recorded, and of emoji only the last',
  },

  // Another organization
  {
    on: /^POST \/register/,
    at: /^\.body\.realm_giphy_rating$/,
    recorded: 1,
    given: 2,
    because: `which GIFs can be found is changed by a name ${newer}`,
  },
  {
    on: /^POST \/(register|messages\/flags\/narrow|mark_\w+_as_read)|^GET \/users\/me |"anchor":"(first_unread|oldest)"/,
    at: /\.(starred_messages|messages|unread_message_ids)\.\[\]$|\.(unread_msgs|recent_private_conversations|message_details)\b|\.(max_message_id|anchor|found_\w+|(processed|updated)_count|(first|last)_processed_id)$/,
    because: 'a new organization has no messages of a guide, which are in pages, counts and unread messages there',
  },
  {
    at: /^\.body\.(authentication_methods\.discord|realm_description)$/,
    because: `a method ${newer}, and a new organization has no description`,
  },
  {
    at: /\.(sender_email|email|delivery_email)$/,
    recorded: /^(notification-bot|welcome-bot)@zulip\.com$/,
    given: /@chatd\.invalid$/,
    because: 'system bots have addresses at a domain that nobody can register',
  },
  {
    at: /\.cross_realm_bots\.\[\]/,
    because: 'the server has two bots of its own, at a domain that nobody can register',
  },
  {
    at: /^events of \w+: message$/,
    recorded: /"sender_id":"\{u:(welcome|notification)-bot\}"/,
    given: absent,
    because: 'no guide answers, and nobody is told of what did not happen',
  },
  {
    on: /^PATCH \/streams|^POST \/invites/,
    at: /^\.body\.invites$|^events of \w+: message$/,
    recorded: absent,
    because: 'channels tell who changed their permissions, and without a mail server who invites passes the links on',
  },
  {
    at: /\.avatar_url$/,
    recorded: null,
    given: /^\/avatar\//,
    because: 'people without a picture have a drawn one and no Gravatar, so that nothing about them goes to others',
  },
  {
    on: /^POST \/register|email_address_visibility/,
    at: /\.(realm_users|realm_non_active_users)\.\[\]\.avatar_url$|: realm_user\/update$/,
    given: absent,
    because: 'clients that say so get the pictures only of people who were here, and drawn ones show no address',
  },
  {
    at: /\.(onboarding_steps|navigation_tour_video_url|realm_embedded_bots|realm_incoming_webhook_bots|stop_words|available_notification_sounds|notification_sound|realm_zulip_update_announcements_stream_id)\b|^\.body\.(server_thumbnail_formats|server_emoji_data_url|password_min_guesses|settings_send_digest_emails|server_inline_url_embed_preview|upgrade_text_for_wide_organization_logo|realm_icon_source|avatar_source|server_min_deactivated_realm_deletion_days|realm_send_welcome_emails|realm_video_chat_provider)\b|person\.avatar_source$/,
    because:
      'what the server can do: sounds and pictures of its own, calls by choice; no tour, no digests, no news of itself',
  },
  { at: /\.wildcard_mentions_notify$/, recorded: null, given: true, because: 'clients that do not know null get none' },

  // Words and forms
  {
    at: /\.content$/,
    recorded:
      /^<p>(This topic was moved|Channel .* has been archived|<a href="#narrow|\d+ messages were moved|A message was moved|<strong>(Public|Private|Web-public)|<span class="user-mention)/,
    given: /user-mention/,
    because: 'notices of the server are in its own words',
  },
  {
    at: /\.description$/,
    recorded: /^(Administrators|Everyone|Members|Moderators|Owners|Nobody)\b/,
    because: 'system groups are described in own words',
  },
  {
    at: /\.custom_profile_field_types\..*\.name$|\.realm_default_external_accounts\.|_options\.[\w-]+\.name$/,
    because: 'choices are named in own words',
  },
  {
    at: /^\.body\.(bad_value|uri|url|stream|new_domain)$|\.content_html_diff$|submessages\.\[\]\.content$|^\.body\.errors(\.|$)/,
    because: 'the same in another form: values as sent, URLs encoded, differences in own HTML, problems by field',
  },
  { at: /rendered_description$/, given: /@<strong>/, because: 'descriptions mention nobody' },
  {
    at: /profile_data\.\*(\.\w+)?$|custom_profile_field\.(value|rendered_value)$/,
    because: 'values of profiles are trimmed, and an empty one is none',
  },
  {
    at: /^\.body\.(code|var_name)$/,
    given: /^(METHOD_NOT_ALLOWED|NOT_FOUND|REQUEST_VARIABLE_MISSING|to|stream_id|topic)$/,
    because: 'every error has a code, and a missing parameter its own',
  },
  {
    on: /^(HEAD|OPTIONS) |^POST \/events/,
    at: /^\.body/,
    because: 'errors are JSON, and answers without a body have none',
  },

  {
    on: /^GET \/calls\/bigbluebutton\/create /,
    given: 'BigBlueButton is not configured.',
    because: 'calls are those of Jitsi, and a link to a server that nobody configured leads nowhere',
  },
  {
    on: /^POST \/(messages\/flags|mark_|users\/me\/muted_users)/,
    at: /: update_message_flags\/(add|remove)(\.messages\.\[\])?$/,
    because: 'a request that changes nothing sends no events, and the recorded server merges some with later ones',
  },
  {
    on: /^(GET|PATCH) \/messages/,
    at: /(update_message|\.messages?(\.\[\])?)\.flags\.\[\]$/,
    recorded: /^(historical|read)$/,
    given: absent,
    because: 'a message stays received and unread where it moves',
  },
  {
    on: /^PATCH \/messages\//,
    at: /: update_message\.flags\.\[\]$/,
    recorded: absent,
    given: /^(historical|(stream_)?wildcard_mentioned)$/,
    because: 'events tell the same flags as lists of messages do',
  },
  {
    on: /^PATCH \/messages\//,
    at: /: update_message$/,
    recorded: absent,
    because: 'who received messages hears what becomes of them, wherever they moved, while they may read them',
  },
  {
    at: /: reaction\/(add|remove)$/,
    given: absent,
    because: 'who took back a reaction hears no more of a message in a channel they have not subscribed to',
  },
  { at: /\.reactions\.order$/, because: `the oldest reaction comes first: ${specified}` },

  // What follows from the rows above
  {
    on: /^(PATCH \/streams|(POST|DELETE) \/default_streams|(PATCH|POST) \/users\/me\/subscriptions\/|POST \/users\/.*\/reactivate|PATCH \/bots|(POST|DELETE) \/users\/me\/alert_words|POST \/drafts)/,
    at: /: (stream\/update\/(invite_only|description)|default_streams|subscription\/(update\/\w+|peer_add)|realm_user\/update|realm_export_consent|user_group\/add_members|realm_bot\/update|alert_words|drafts\/add)$/,
    given: absent,
    silent: true,
    because: 'a request that changes nothing sends no events',
  },
  {
    on: /^PATCH \/realm .*"can_access_all_users_group"/,
    at: /^events of guest: realm_user\/remove$/,
    recorded: absent,
    because: 'guests are told whom they no longer know when the setting changes',
  },
  {
    on: /^POST \/users\/\{u:\w+\}\/reactivate/,
    at: /: subscription\/peer_add(\.stream_ids\.\[\])?$/,
    recorded: absent,
    because: 'who comes back is a subscriber of archived channels too, which clients show',
  },
  {
    on: /^PATCH \/streams.*"is_private":"false"/,
    at: /: stream\/update\/invite_only$/,
    given: absent,
    because: 'what is public already does not become so, also where the request changes something else',
  },
  {
    on: /^GET \/messages .*"narrow":"\[\]"/,
    at: /^\.body\.(messages\.\[\]|found_(oldest|newest))$/,
    because: 'a message that one never received is not in the feed because one reacted to it, so that others are near',
  },
  {
    on: /^GET \/user_groups .*include_deactivated/,
    at: /\.user_groups\.\[\]\.(members\.\[\]|description)$/,
    because: 'groups are as the accepted changes made them',
  },
  {
    at: /\.(message|messages\.\[\])\.(edit_history|last_moved_timestamp)$|\.message_history\.\[\]$/,
    given: absent,
    because: 'a move to the same place is none',
  },
  {
    at: /[. ](alert_words|custom_fields|custom_profile_fields(\.fields)?|default_channels|drafts|export_consents|invites|linkifiers|never_subscribed|realm_(linkifiers|users)|saved_snippets|scheduled_messages|streams|subscribers|subscriptions|unsubscribed|user_groups)\.\[\]$|\.drafts\.order$|user_group\/remove_members\.user_ids\.\[\]$|^\.body\.(count|saved_snippets)$/,
    because: 'lists have what the rows above accept, and lack what they refuse',
  },

  // The recording itself
  {
    at: /(message_retention_days|emoji_code|name|description|rendered_description|value|display_recipient|channel_id|author_id|(default_streams|supergroup_ids)\.\[\]|can_manage_all_groups|can_create_groups|emoji\.\*\.id)$/,
    recorded: /\d/,
    aside: /\d+|&quot;|"/g,
    because: 'an id stands where the recorder looked for none; all but the number is the same',
  },
  {
    on: /\{x:(mail|multi)\}|^POST \/messages .*"\[\\"\{u:bob\}\\", \\"\{u:bob\}\\"\]"/,
    because: 'which invitation is meant, and what one of the observers heard, was not recorded',
  },
];

/** The rows that explain mismatches, and the mismatches that none explains. */
export function explain(
  recording: Recording,
  mismatches: readonly Mismatch[],
  silent: boolean,
): { rows: Set<Difference>; rest: Mismatch[] } {
  const request = `${recording.method} ${recording.path} ${JSON.stringify(recording.params)}`;
  const rows = differences.filter((row) => (silent || !row.silent) && (row.on?.test(request) ?? true));
  const messages = messagesOf(recording, mismatches);
  const differs = mismatches.some(({ at }) => at === '.body.msg');
  const whole = rows.find((row) => !row.at && (differs || isOfRequest(row)) && agrees(row, messages));
  if (whole) return { rows: new Set(mismatches.length === 0 ? [] : [whole]), rest: [] };
  const used = new Set<Difference>();
  const rest = mismatches.filter((mismatch) => {
    const row = rows.find((one) => one.at?.test(mismatch.at) && agrees(one, mismatch));
    if (row) used.add(row);
    return !row;
  });
  return { rows: used, rest };
}

/** Whether a row is about all that a request does. */
function isOfRequest({ recorded, given, words }: Difference): boolean {
  return recorded === undefined && given === undefined && words === undefined;
}

/** The `msg` of both answers. */
function messagesOf({ answer }: Recording, mismatches: readonly Mismatch[]): Pick<Mismatch, 'recorded' | 'given'> {
  const recorded = (answer.body as { msg?: unknown } | null)?.msg;
  return mismatches.find(({ at }) => at === '.body.msg') ?? { recorded, given: recorded };
}

function agrees(row: Difference, { recorded, given }: Pick<Mismatch, 'recorded' | 'given'>): boolean {
  if (row.words) return row.words.some(([one, other]) => isLike(one, recorded) && isLike(other, given));
  if (row.aside && textOf(recorded)?.replaceAll(row.aside, '') !== textOf(given)?.replaceAll(row.aside, ''))
    return false;
  return isLike(row.recorded, recorded) && isLike(row.given, given);
}

function isLike(wanted: unknown, value: unknown): boolean {
  if (wanted === undefined) return true;
  return wanted instanceof RegExp ? typeof value !== 'symbol' && wanted.test(textOf(value)) : wanted === value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
