import type { MessageList } from '../store/message-list.ts';

/** Shown instead of messages that could not be fetched. */
export function Failed({ list }: { list: MessageList }) {
  return (
    <div class="empty" role="alert">
      <p>{list.problem.value}</p>
      <button type="button" class="button" onClick={() => list.refresh()}>
        Try again
      </button>
    </div>
  );
}

/** Shown above messages if others may be missing. */
export function KeptLine() {
  return <p class="kept quiet">These messages are kept on this device. The others load once there is a connection.</p>;
}
