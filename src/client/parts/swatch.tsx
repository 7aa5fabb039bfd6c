import { useClient } from './context.ts';

/** A mark in the color of a channel. */
export function Swatch({ stream_id }: { stream_id: number }) {
  return <span class="swatch" style={{ background: useClient().channelColor(stream_id) }} aria-hidden="true" />;
}
