import type { Context } from '../context.ts';
import { type Conversation, findTopic } from '../conversations/conversation.ts';
import { seesTopic } from '../conversations/readable.ts';
import type { Topic } from '../conversations/relocation.ts';
import { foldName } from '../ground/text.ts';
import { type VisibilityPolicy, visibilityPolicies } from '../reach/topic-policy.ts';
import { getUser, type User } from '../users/user.ts';
import { doSetVisibilityPolicy, doSpellPolicies, findVisibilityPolicy, listPolicies } from './user-topic.ts';

/**
 * Moves a whole topic, and the policies of all users who may read it at its new place. If a user saw messages there,
 * both policies are merged; otherwise a policy left over there is deleted. The policies of users who never saw a message
 * of the topic stay: its new name is none of theirs to know.
 */
export function withPolicies(
  app: Context,
  from: Conversation & Topic,
  to: Topic,
  relocate: () => Conversation,
): Conversation {
  const holders = listHolders(app, from, to);
  const conversation = relocate();
  if (from.channel_id === to.channel_id && foldName(from.topic) === foldName(to.topic)) {
    const seeing = holders.filter((holder) => holder.from);
    doSpellPolicies(
      app,
      seeing.map(({ user }) => user.id),
      to,
    );
    return conversation;
  }
  for (const { user, ...seen } of holders) {
    const isReader = seesTopic(app, user, conversation);
    if (!seen.from && !isReader) continue;
    const policy = findVisibilityPolicy(app.db, user.id, from.channel_id, from.topic);
    const there = findVisibilityPolicy(app.db, user.id, to.channel_id, to.topic);
    const wanted = isReader ? (seen.to ? mergePolicies(policy, there) : policy) : there;
    // The muted topics come with the policy at the new place, unless that stays as it is.
    const isMuteLost = policy === visibilityPolicies.muted && wanted === there;
    const form = isMuteLost || !isReader ? 'both forms' : 'current form';
    doSetVisibilityPolicy(app, user.id, from.channel_id, from.topic, visibilityPolicies.inherit, form);
    doSetVisibilityPolicy(app, user.id, to.channel_id, to.topic, wanted);
  }
  return conversation;
}

/** A user with a policy for one of two topics, and of which of the two they see a message. */
interface Holder {
  user: User;
  from: boolean;
  to: boolean;
}

function listHolders(app: Context, from: Conversation & Topic, to: Topic): Holder[] {
  const target = findTopic(app.db, to.channel_id, to.topic);
  const user_ids = new Set([...listPolicies(app.db, from).keys(), ...listPolicies(app.db, to).keys()]);
  return [...user_ids].map((user_id) => {
    const user = getUser(app.db, user_id);
    return { user, from: seesTopic(app, user, from), to: target !== undefined && seesTopic(app, user, target) };
  });
}

// Differing policies end; if one of them is "unmuted", the topic remains visible.
function mergePolicies(one: VisibilityPolicy, other: VisibilityPolicy): VisibilityPolicy {
  if (one === other) return one;
  const { unmuted, inherit } = visibilityPolicies;
  return one === unmuted || other === unmuted ? unmuted : inherit;
}
