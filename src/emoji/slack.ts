import names from './slack-names.json' with { type: 'json' };

const nameBySlackName = new Map(Object.entries(names));

/**
 * chatd's name of the emoji that has this name in Slack; unchanged if Slack has no such emoji or the names are equal.
 */
export function nameOfSlackEmoji(name: string): string {
  return nameBySlackName.get(name) ?? name;
}
