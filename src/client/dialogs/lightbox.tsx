import { Dialog } from '../parts/dialog.tsx';

/** A picture of a message, in the size of the window. */
export function Lightbox({ url, name, onClose }: { url: string; name: string; onClose: () => void }) {
  return (
    <Dialog title={name} onClose={onClose} class="lightbox">
      <img src={url} alt={name} />
      <p>
        <a href={url} target="_blank" rel="noopener noreferrer">
          Open in a new tab
        </a>
      </p>
    </Dialog>
  );
}
