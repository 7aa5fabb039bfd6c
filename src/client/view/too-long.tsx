import { useClient } from './context.ts';

/** Whether a message is longer than the server allows, in characters and not in the units of JavaScript. */
export function isTooLong(text: string, most: number): boolean {
  return countCharacters(text, most) > most;
}

/** Says that a message is too long to be sent. Nothing of it is cut off, because it would be lost unnoticed. */
export function TooLong({ text }: { text: string }) {
  const { max_message_length: most } = useClient().store.model.state;
  const count = countCharacters(text, most);
  if (count <= most) return null;
  return (
    <p class="problem" role="alert">
      {count.toLocaleString()} characters, but a message has at most {most.toLocaleString()}. Shorten it, or send it as
      a file.
    </p>
  );
}

/** The number of characters; counted only if it may exceed the limit. */
function countCharacters(text: string, most: number): number {
  const written = text.trim();
  return written.length <= most ? written.length : [...written].length;
}
