import type { MessageList } from '../store/message-list.ts';

/** Instead of messages that could not be fetched. */
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

/** Above messages that may lack others. */
export function KeptLine() {
  return <p class="kept quiet">These messages are kept on this device. The others come with the connection.</p>;
}

/** Instead of messages where there are none. */
export function Nothing() {
  return (
    <div class="empty">
      <h2>Nothing here yet</h2>
      <p>Messages will stand here as soon as somebody writes one.</p>
    </div>
  );
}
