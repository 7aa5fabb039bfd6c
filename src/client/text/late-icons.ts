import type { Drawing } from './icons.ts';

/** Icons that the first page does without. */
export const lateIcons = {
  download: { path: 'M12 4v11M7 10.500l5 5 5-5M5 20h14' },
  open: { path: 'M13 4.500h6.500V11M19.500 4.500L11 13M17 14v5.500H4.500V7H10' },
  zoomIn: { path: 'M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5M10.500 8v5M8 10.500h5' },
  zoomOut: { path: 'M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5M8 10.500h5' },
  message: { path: 'M4.500 5h15v11H11l-4.500 4v-4h-2z' },
  reply: { path: 'M10 6L4 12l6 6M4 12h10c4 0 6 2 6 6' },
  forward: { path: 'M14 6l6 6-6 6M20 12H10c-4 0-6 2-6 6' },
  copy: { path: 'M9 9h10.500v10.500H9zM15 9V4.500H4.500V15H9' },
  unread: { path: 'M4 6.500h11M4 12h9M4 17.500h16M19 4.500a2 2 0 1 0 0 4 2 2 0 0 0 0-4z' },
  alarm: { path: 'M12 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9.500V13l2.500 1.500M4 7l3-3M20 7l-3-3' },
  move: { path: 'M4 12h14M13 7l5 5-5 5M20.500 5v14' },
  history: { path: 'M4.500 12a7.500 7.500 0 1 0 2.500-5.600L4.500 8.500M4.500 4v4.500H9M12 8v4.500l3 1.800' },
  readers: { path: 'M2.500 13l4 4L15 8M11.500 16l1 1L21 8' },
  flag: { path: 'M6 21V4h11.500l-2.500 4 2.500 4H6' },
  trash: { path: 'M5 7h14M9.500 7V4.500h5V7M7 7l1 13h8l1-13M10.500 10.500v6M13.500 10.500v6' },
} satisfies Record<string, Drawing>;
