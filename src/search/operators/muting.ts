import { always, negation, type Sql } from '../../db/sql.ts';
import { excerpt } from '../../http/params.ts';
import { type VisibilityPolicy, visibilityPolicies } from '../../reach/topic-policy.ts';
import type { User } from '../../users/user.ts';
import { conversationsSource, type Source } from '../source.ts';
import { badNarrow, termProblems } from '../term.ts';
import type { Compilation, Condition } from './operator.ts';

/** `in`: everything (`all`), or everything that the user has not muted (`home`). */
export function byIn(compilation: Compilation, operand: unknown): Condition {
  if (operand === 'all') return always;
  if (operand === 'home') return heard(compilation);
  throw badNarrow({ desc: termProblems.unknownOperand({ operator: 'in', operand: excerpt(operand) }) });
}

/** Messages that the user has not muted. */
export function heard(compilation: Viewed): Condition {
  return { ...negation(mutedSql(compilation)), isOfConversation: true };
}

/** Topics that the user follows. */
export function followed({ user }: Compilation): Condition {
  const { followed } = visibilityPolicies;
  return {
    sql: `coalesce(${hasPolicySql(followed)}, 0)`,
    values: [user.id],
    isOfConversation: true,
    source: conversationsSource(withPolicySql(user, followed)),
  };
}

/** Topics that the user muted, and the other topics of muted channels. */
export function muted(compilation: Compilation): Condition {
  return { ...mutedSql(compilation), isOfConversation: true, source: mutedSource(compilation) };
}

const topicMutedSql = hasPolicySql(visibilityPolicies.muted);
const channelMutedSql = `(SELECT sub.is_muted FROM subscriptions sub
  WHERE sub.user_id = ? AND sub.channel_id = m.channel_id AND sub.is_active = 1)`;

type Viewed = Pick<Compilation, 'user' | 'channel_id'>;

// A narrow to one channel shows it even if it is muted.
function mutedSql({ user, channel_id }: Viewed): Sql {
  if (channel_id !== undefined) return { sql: `coalesce(${topicMutedSql}, 0)`, values: [user.id] };
  return { sql: `coalesce(${topicMutedSql}, ${channelMutedSql}, 0)`, values: [user.id, user.id] };
}

function mutedSource(compilation: Compilation): Source {
  const { user, channel_id } = compilation;
  const topics = conversationsSource(withPolicySql(user, visibilityPolicies.muted));
  if (channel_id !== undefined) return topics;
  const own = mutedSql(compilation);
  return [
    ...topics,
    {
      keys: {
        list: {
          sql: 'SELECT channel_id FROM subscriptions WHERE user_id = ? AND is_active = 1 AND is_muted = 1',
          values: [user.id],
        },
        table: { sql: 'json_each(?) p', values: [] },
      },
      from: 'messages m INDEXED BY messages_by_channel',
      id: 'm.id',
      where: { sql: 'm.channel_id = p.value', values: [] },
      also: own,
    },
  ];
}

// Null if the user has no policy for the topic.
function hasPolicySql(policy: VisibilityPolicy): string {
  return `(SELECT t.visibility_policy = ${policy} FROM conversations c CROSS JOIN user_topics t
      ON t.user_id = ? AND t.channel_id = c.channel_id AND t.topic_key = c.topic_key
    WHERE c.id = m.conversation_id)`;
}

function withPolicySql(user: User, policy: VisibilityPolicy): Sql {
  return {
    sql: `SELECT c.id FROM user_topics t CROSS JOIN conversations c
        ON c.channel_id = t.channel_id AND c.topic_key = t.topic_key
      WHERE t.user_id = ? AND t.visibility_policy = ?`,
    values: [user.id, policy],
  };
}
