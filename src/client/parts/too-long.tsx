import { t } from '../language/texts.ts';
import { countCharacters } from '../text/message-length.ts';
import { useClient } from './context.ts';

/** Says that a message is too long to be sent. Nothing of it is cut off, because it would be lost unnoticed. */
export function TooLong({ text }: { text: string }) {
  const { max_message_length: most } = useClient().store.model.state;
  const count = countCharacters(text, most);
  if (count <= most) return null;
  return (
    <p class="problem" role="alert">
      {t('parts.tooLong', { count, most })}
    </p>
  );
}
