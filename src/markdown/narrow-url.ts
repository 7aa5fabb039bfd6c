import type { Place } from './context.ts';

/** The URL at which clients show a channel, one of its topics, or a topic around one message. */
export function narrowUrl(
  { id, name }: Place,
  topic?: string,
  message?: { operator: 'near' | 'with'; id: number },
): string {
  const channel = `/#narrow/channel/${id}-${encodeOperand(name.replaceAll(' ', '-'))}`;
  if (topic === undefined) return channel;
  return `${channel}/topic/${encodeOperand(topic)}${message ? `/${message.operator}/${message.id}` : ''}`;
}

// URL encoding with a dot for each per cent sign: some programs decode the part after `#`, and some encode it.
function encodeOperand(text: string): string {
  const encoded = encodeURIComponent(text.toWellFormed()).replace(
    /[!'()*.]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return encoded.replaceAll('%', '.');
}
