import { absent, type Mismatch } from './compare.ts';
import type { Recording } from './recordings.ts';

/** What is meant to differ from the recordings, and why. */
export interface Difference {
  /** The request: method, path and parameters, as `PATCH /messages/{m:e1} {"topic":"back"}`. All, if left out. */
  on?: RegExp;
  /** Places in the answer, as `.body.members.[].email`, or in events, as `events of alice: message.flags`. */
  at?: RegExp;
  /** What is recorded and given there. Without `at`: the `msg` of both answers, which then differ in all. */
  recorded?: unknown;
  given?: unknown;
  because: string;
}

const newer = 'of a later feature level';
const lenient = 'it is read as it is meant, which no client can take amiss';
const hidden = 'what one may not see answers like what does not exist';
const specified = 'the specification says so';
const typed = 'the message says what is wrong without naming types of a programming language';

export const differences: readonly Difference[] = [
  {
    at: /\.(topics_policy|folder_id|subscriber_count|can_(create_topic|resolve_topics|(delete|move)_\w+)_group|partial_subscribers)$/,
    recorded: absent,
    because: `properties of channels ${newer}`,
  },
  {
    at: /\.new_subscription_messages_sent$/,
    recorded: absent,
    because: `subscribing says whether people are told, ${newer}`,
  },
  { at: /\.is_imported_stub$/, recorded: absent, given: false, because: `a property of users ${newer}` },
  { at: /\.use_for_user_matching$/, recorded: absent, because: `a property of profile fields ${newer}` },
  {
    at: /^\.body\.code$/,
    recorded: 'UNAUTHORIZED_PRINCIPAL',
    given: 'BAD_REQUEST',
    because: 'the specification has this code for refusals by role',
  },
  {
    at: /\.(sender_email|email|delivery_email)$/,
    recorded: /^(notification-bot|welcome-bot)@zulip\.com$/,
    given: /@chatd\.invalid$/,
    because: 'system bots have addresses at a domain that nobody can register',
  },
  {
    at: /\.avatar_url$/,
    recorded: null,
    given: /^\/avatar\//,
    because: 'people without a picture have a drawn one and no Gravatar, so that nothing about them goes to others',
  },
  {
    at: /\.(messages|message)\.(\[\]\.)?(content|match_content)$|rendered_content$/,
    recorded: /class="emoji|codehilite/,
    because: 'names of emoji and highlighted code are compared by tests of their own',
  },
  {
    at: /\.content$/,
    recorded:
      /^<p>(This topic was moved|<a href="#narrow|\d+ messages were moved|A message was moved|<strong>(Public|Private)|<span class="user-mention)/,
    given: /user-mention/,
    because: 'notices of the server are in its own words',
  },
  { recorded: 'Internal server error', given: /./, because: 'no request is answered by a fault' },
  {
    recorded: /\["(int|str|json\[str\]|list\[str\]|list\[int\])"\]|Input should be|: Field required$/,
    given: /./,
    because: typed,
  },
  {
    on: /^PATCH \/realm .*(mandatory_topics|presence_disabled|giphy_rating)|^(POST|PATCH) .*topics_policy/,
    because: `settings ${newer}`,
  },
  {
    on: /^(POST|PATCH) .*"(jitsi_server_url|payload_url|service_payload_url)"/,
    recorded: /is not (valid JSON|a string)/,
    given: /./,
    because: 'URLs are read bare and quoted, and it says that they are none',
  },
  {
    recorded: /^Not authorized to send to channel/,
    given: /^Channel (with ID )?'.*' does not exist$/,
    because: hidden,
  },
  {
    on: /^(GET|POST) \/messages.*narrow/,
    given: /^Invalid narrow operator: unknown channel/,
    recorded: '',
    because: hidden,
  },
  {
    on: /^DELETE \/users\/me\/subscriptions /,
    given: /^Channel '.*' does not exist$/,
    because: `${hidden}; and the specification has this code for unknown channels`,
  },
  {
    on: /^PATCH \/users\/me\/subscriptions\/muted_topics/,
    recorded: '',
    given: /^(Not subscribed to channel ID|Topic is not muted)/,
    because: `one must be subscribed: ${specified}`,
  },
  {
    on: /^POST \/user_topics .*"visibility_policy":"0"/,
    recorded: 'Invalid channel ID',
    given: '',
    because: hidden,
  },
  {
    recorded: /^'.*' is no longer using Zulip\.$/,
    given: 'User is deactivated',
    because: 'the server does not go by the name of another',
  },
  {
    on: /"type":"\\"\w+\\""/,
    recorded: 'Invalid type',
    because: lenient,
  },
  {
    given: /is too long \(limit: \d+ characters\)\.?$/,
    because: 'nothing that somebody wrote is cut off',
  },
  { given: 'queue_id and local_id must be given together.', because: specified },
  {
    recorded: /^(Missing channel|Message must have recipients)$/,
    given: /^Missing '\w+' argument$/,
    because: 'it names the parameter that is missing, as everywhere',
  },
  {
    at: /^\.body\.ignored_because_not_subscribed_channels$/,
    because: 'the specification has it with the flag read, when it is removed, and only then',
  },
  {
    at: /^\.body\.found_(oldest|newest)$/,
    recorded: false,
    given: true,
    because: `it tells whether the list has the oldest and newest messages, also if none was asked for on that side: ${specified}`,
  },
  { on: /"anchor":"date"/, recorded: 'Invalid anchor', given: /anchor_date/, because: `an anchor ${newer}` },
  {
    on: /mentions/,
    recorded: /^Invalid narrow operator: unknown operator mentions|^operand is not/,
    because: `an operator ${newer}`,
  },
  { given: /^Unsupported parameter combination/, because: `these parameters exclude each other: ${specified}` },
  {
    recorded: 'Topics are required in this organization',
    given: /is not allowed in this channel\.$/,
    because: `the policy of topics has words ${newer}`,
  },
  {
    at: /\.service_(version|merge_base|feature_level)$/,
    recorded: absent,
    because: 'both spellings of the version: the specification has its own',
  },
  {
    at: /\.(onboarding_steps|navigation_tour_video_url|realm_embedded_bots|realm_incoming_webhook_bots|stop_words)/,
    because: 'no tour, no bots inside the server, and a search that leaves out no words',
  },
  {
    at: /\.(available_notification_sounds|notification_sound)\b/,
    because: 'the server has sounds of its own',
  },
  {
    at: /\.description$/,
    recorded: /^(Administrators|Everyone|Members|Moderators|Owners|Nobody)\b/,
    because: 'system groups are described in own words',
  },
  {
    at: /\.custom_profile_field_types\..*\.name$|\.realm_default_external_accounts\.|_options\.\w+\.name$/,
    because: 'choices are named in own words',
  },
  {
    on: /update_(display_settings|global_notifications)/,
    at: /^\.body\./,
    recorded: absent,
    because: `settings come without a capability, ${newer}`,
  },
  {
    on: /^PATCH \/realm .*"move_messages_(within_stream|between_streams)_limit_seconds"/,
    at: /: realm\/update(\/move_messages_\w+_limit_seconds|_dict\/default)$/,
    because: `limits of moves come with update_dict: ${specified}`,
  },
  { at: /\.realm_bots\.\[\]\.api_key$/, given: absent, because: `keys of bots are asked for one by one, ${newer}` },
  {
    at: /^\.body\.(realm_|max_|server_|gif_|can_subscribe_other_users|giphy)\w*/,
    recorded: absent,
    because: `limits and settings ${newer}`,
  },
  {
    at: /^\.body\.(realm_can_create_groups|realm_can_manage_all_groups)$/,
    recorded: /^\d+$/,
    because: 'the recording has an id where it has names elsewhere',
  },
  {
    at: /^\.body\.(server_thumbnail_formats|server_emoji_data_url|password_min_guesses|settings_send_digest_emails|server_inline_url_embed_preview|upgrade_text_for_wide_organization_logo|realm_icon_source|avatar_source|server_min_deactivated_realm_deletion_days|realm_send_welcome_emails|realm_video_chat_provider)\b/,
    because: 'what the server can do: no digests, no previews of sites, drawn pictures, and calls only by choice',
  },
  {
    at: /\.cross_realm_bots\.\[\]/,
    because: 'the server has two bots of its own, at a domain that nobody can register',
  },
  {
    at: /\.(realm_users|realm_non_active_users)\.\[\]\.avatar_url$/,
    recorded: null,
    given: absent,
    because: 'clients that say so get the pictures only of people who were here',
  },
  {
    at: /\.is_moderator$/,
    recorded: false,
    given: true,
    because: `administrators are moderators too, ${newer}`,
  },
  {
    at: /\.(streams|subscriptions|unsubscribed|never_subscribed)\.\[\]$/,
    recorded: /"name":"(Zulip|sandbox)"/,
    given: absent,
    because: 'a new organization has one channel',
  },
  {
    at: /\.(starred_messages|recent_private_conversations|unread_msgs\.\w+)(\.\[\])*/,
    recorded: /:\?\}|welcome-bot|^\d+$/,
    because: 'a new organization has no messages of a guide',
  },
  { at: /\.first_message_id$/, recorded: /:\?/, given: null, because: 'a new organization has no messages of a guide' },
  {
    at: /^events of \w+: stream\/update\/first_message_id/,
    recorded: absent,
    because: 'clients learn which message of a channel is its first when that changes',
  },
  {
    at: /^\.body\.code$/,
    recorded: absent,
    given: /^(METHOD_NOT_ALLOWED|NOT_FOUND)$/,
    because: 'every error has a code',
  },
  {
    on: /^GET \/users\/\{u:bot\}\/subscriptions/,
    recorded: 'No such user',
    because: 'who may see a bot may see where it is subscribed',
  },
  {
    on: /narrow/,
    recorded: /^operand is not a string/,
    given: '',
    because: 'ids are read in every operator of users and messages, under all its names',
  },
  {
    recorded: /^Some emails did not validate/,
    given: /cannot be invited/,
    because: 'it says so in own words; the addresses are listed alike',
  },
  { recorded: '', given: /^'prev_content_sha256' value/, because: `any other hash fails: ${specified}` },
  { recorded: '', given: 'No active registered push device', because: specified },
  {
    recorded: 'config_data is not a dict',
    given: 'Invalid configuration data!',
    because: 'bots inside the server, which have such data, do not exist here',
  },
  {
    recorded: /^Invalid (type|timezone): Value error/,
    given: /^Invalid (type|timezone)/,
    because: 'words that are not listed are refused alike everywhere',
  },
  {
    recorded: /^(Invalid address\.|GitHub username is too long.*|User IDs is not a list)$/,
    given: /./,
    because: 'the refusal names the field as all others do',
  },
];

/** The rows that explain mismatches, and the mismatches that none explains. */
export function explain(
  recording: Recording,
  mismatches: readonly Mismatch[],
): { rows: Set<Difference>; rest: Mismatch[] } {
  const request = `${recording.method} ${recording.path} ${JSON.stringify(recording.params)}`;
  const rows = differences.filter((row) => row.on?.test(request) ?? true);
  const messages = messagesOf(recording, mismatches);
  const whole = rows.find((row) => !row.at && agrees(row, messages));
  if (whole) return { rows: new Set(mismatches.length === 0 ? [] : [whole]), rest: [] };
  const used = new Set<Difference>();
  const rest = mismatches.filter((mismatch) => {
    const row = rows.find((one) => one.at?.test(mismatch.at) && agrees(one, mismatch));
    if (row) used.add(row);
    return !row;
  });
  return { rows: used, rest };
}

/** The `msg` of both answers. */
function messagesOf({ answer }: Recording, mismatches: readonly Mismatch[]): Pick<Mismatch, 'recorded' | 'given'> {
  const recorded = (answer.body as { msg?: unknown } | null)?.msg;
  return mismatches.find(({ at }) => at === '.body.msg') ?? { recorded, given: recorded };
}

function agrees(row: Difference, { recorded, given }: Pick<Mismatch, 'recorded' | 'given'>): boolean {
  return isLike(row.recorded, recorded) && isLike(row.given, given);
}

function isLike(wanted: unknown, value: unknown): boolean {
  if (wanted === undefined) return true;
  return wanted instanceof RegExp ? typeof value !== 'symbol' && wanted.test(textOf(value)) : wanted === value;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
