import names from './slack-names.json' with { type: 'json' };

const nameBySlackName = new Map(Object.entries(names));

/** The name here of the emoji that Slack calls so; the same name if that is no emoji of Slack or no other. */
export function nameOfSlackEmoji(name: string): string {
  return nameBySlackName.get(name) ?? name;
}
