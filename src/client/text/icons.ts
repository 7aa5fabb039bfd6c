// Paths of icons on a grid of 24, drawn with strokes.
export const icons = {
  inbox: 'M4 13l2.5-8h11L20 13v6H4zM4 13h5l1 2.5h4l1-2.5h5',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 8v4.5l3 1.8',
  feed: 'M4 6h16M4 12h16M4 18h10',
  at: 'M16 12a4 4 0 1 0-4 4c2 0 3-1 4-2.500V8M16 12v1.500a2.250 2.250 0 0 0 4.500 0V12a8.500 8.500 0 1 0-3.300 6.700',
  star: 'M12 4l2.500 5.200 5.500.7-4 3.900 1 5.700-5-2.800-5 2.800 1-5.700-4-3.900 5.500-.7z',
  pencil: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  search: 'M10.500 4.500a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  people:
    'M9 11.500a3.500 3.500 0 1 0 0-7 3.500 3.500 0 0 0 0 7zM2.500 20c.5-4 3-6 6.500-6s6 2 6.500 6M16 5a3.500 3.500 0 0 1 0 6.500M18 14.500c2 .8 3.200 2.600 3.500 5.500',
  plus: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  more: 'M5 12a.6.6 0 1 0 1.200 0 .6.6 0 1 0-1.200 0M11.400 12a.6.6 0 1 0 1.200 0 .6.6 0 1 0-1.200 0M17.800 12a.6.6 0 1 0 1.200 0 .6.6 0 1 0-1.200 0',
  smile:
    'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17zM8.500 14c1 1.500 2.200 2 3.500 2s2.500-.5 3.500-2M9 9.500h.01M15 9.500h.01',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4.200 4.200 0 0 0 6 6l1-1',
  list: 'M9 6h11M9 12h11M9 18h11M4.500 6h.01M4.500 12h.01M4.500 18h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10.500 21h3',
  mute: 'M6 17V11a6 6 0 0 1 9-5.200M18 11v6l1.500 1.500h-15L6 17M10.500 21h3M4 4l16 16',
  topic: 'M4 5h16v11h-9l-4 3.500V16H4zM12 8v5M9.500 10.500h5',
  back: 'M15 6l-6 6 6 6',
  forward: 'M9 6l6 6-6 6',
  filter: 'M4 6h16l-6.500 7v5l-3 1.500V13z',
  draft: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4M9 12.500h6M9 16h4',
  read: 'M2.500 12.500l4.500 4.500L15.500 7.500M11 15l2 2 8.500-9.500',
  alarm: 'M12 6a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM12 9.500V13l2.500 1.500M4 7l3-3M20 7l-3-3',
  later: 'M5 6h14v13.500H5zM5 10.500h14M9 3.500V7M15 3.500V7',
  ringing:
    'M6 17V11a6 6 0 0 1 12 0v6l1.500 1.500h-15zM10.500 21h3M2.500 9.500a7 7 0 0 1 3-5.500M21.500 9.500a7 7 0 0 0-3-5.500',
  beside: 'M4 5h16v14H4zM12.500 5v14',
  down: 'M6 9.500l6 6 6-6',
  up: 'M6 15l6-6 6 6',
  sliders: 'M4 7h8M16 7h4M14 5v4M4 17h4M12 17h8M10 15v4M4 12h12M20 12h0M18 10v4',
} as const;

export type IconName = keyof typeof icons;

/** Those that point where lines begin or end. */
export const directedIcons = /^(feed|list|back|forward)$/;

/** An icon of views that are loaded later. */
export interface Drawing {
  path: string;
  /** Whether it points where lines begin or end, and is mirrored where they run from right to left. */
  isDirected?: boolean;
}
