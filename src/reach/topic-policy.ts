/** A user's policy for a topic, by the numbers of the API: as its channel, muted, unmuted in a muted channel, or followed. */
export const visibilityPolicies = { inherit: 0, muted: 1, unmuted: 2, followed: 3 } as const;
export type VisibilityPolicy = (typeof visibilityPolicies)[keyof typeof visibilityPolicies];

/** Whether a topic is muted: by its own policy or, without one, through its channel. Followed ones never are. */
export function mutesTopic(policy: number, isChannelMuted: boolean): boolean {
  return policy === visibilityPolicies.inherit ? isChannelMuted : policy === visibilityPolicies.muted;
}
