import names from './slack-names.json' with { type: 'json' };

/** Names that Slack has given up; old messages still have them. */
const oldNames = { simple_smile: 'smile' };

const nameBySlackName = new Map(Object.entries({ ...oldNames, ...names }));

/**
 * chatd's name of the emoji that has this name in Slack; unchanged if Slack has no such emoji or the names are equal.
 */
export function nameOfSlackEmoji(name: string): string {
  return nameBySlackName.get(name) ?? name;
}

const slackNameByName = new Map(Object.entries(names).map(([slackName, name]) => [name, slackName]));

/** Slack's name of the emoji that has this name here; unchanged if it is the same, or of the organization. */
export function slackNameOf(name: string): string {
  return slackNameByName.get(name) ?? name;
}
