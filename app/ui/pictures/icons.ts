/** Returns a circle as an SVG path. */
const ring = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0-${2 * r} 0`
const disc = ring(12, 12, 9)

/** Line icons on a 24 x 24 field, drawn with the colour of the text beside them. */
export const icons = {
  alert: 'M12 3.5 21.5 20h-19zM12 10v4.5M12 17.2v.2',
  back: 'm14.5 5-7 7 7 7',
  cake: 'M4 20h16v-7H4zM4 16.5c2.7 2 5.3-2 8 0s5.3 2 8 0M8 13V9.5M16 13V9.5M12 13V9.5M8 6.8v-.2M12 6.8v-.2M16 6.8v-.2',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8.5 3v4M15.5 3v4',
  chart: 'M4 20h16M7 16v-5M12 16V5M17 16V9',
  clock: `${disc}M12 7v5.5l3.5 2`,
  cross: 'M6.5 6.5l11 11M17.5 6.5l-11 11',
  down: 'm5 9 7 7 7-7',
  download: 'M12 4v11M7 10.5l5 5 5-5M4.5 20h15',
  filters: `M4 7h9M19 7h1M4 17h2M12 17h8${ring(16, 7, 2.5)}${ring(9, 17, 2.5)}`,
  flag: 'M5 21V4h13l-3 4.5 3 4.5H5',
  glass: 'M7 3.5h10c.6 6-1 9.5-5 9.5S6.4 9.5 7 3.5zM12 13v7.5M8.5 20.5h7',
  globe: `${disc}M3 12h18M12 3c3 3 3.5 6 3.5 9s-.5 6-3.5 9c-3-3-3.5-6-3.5-9S9 6 12 3z`,
  grid: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z',
  heart: 'M12 20C6 15.5 3.5 12.5 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 3.5-2.5 6.5-8.5 11z',
  home: 'm3.5 11.5 8.5-8 8.5 8M6 9.5V20h12V9.5',
  info: `${disc}M12 11v5.5M12 7.5v.2`,
  list: 'M8.5 6.5H20M8.5 12H20M8.5 17.5H20M4 6.5h.5M4 12h.5M4 17.5h.5',
  locate: `${ring(12, 12, 6)}M12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5`,
  lock: 'M5.5 11h13v9.5h-13zM8.5 11V8a3.5 3.5 0 0 1 7 0v3M12 14.5v2.5',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  map: 'M3.5 6 9 4l6 2 5.5-2v14L15 20l-6-2-5.5 2zM9 4v14M15 6v14',
  menu: 'M4 7h16M4 12h16M4 17h16',
  minus: 'M5 12h14',
  more: `${ring(5.5, 12, 0.7)}${ring(12, 12, 0.7)}${ring(18.5, 12, 0.7)}`,
  next: 'm9.5 5 7 7-7 7',
  people: `${ring(9, 8.5, 3.5)}M2.5 20c.5-4 3-6 6.5-6s6 2 6.5 6M16 5.5a3.3 3.3 0 0 1 0 6M18 14.5c2 .8 3.2 2.6 3.5 5.5`,
  phone:
    'M6 3.5h3.5L11 8 8.5 9.5a12 12 0 0 0 6 6L16 13l4.5 1.5V18c0 1.5-1 2.5-2.5 2.5C10.5 20.5 3.5 13.5 3.5 6c0-1.5 1-2.5 2.5-2.5z',
  pin: `M12 21.5c4.5-5 7-8.5 7-12a7 7 0 0 0-14 0c0 3.5 2.5 7 7 12z${ring(12, 9.5, 2.5)}`,
  plus: 'M12 5v14M5 12h14',
  post: 'M4 5h16v14H4zM8 10h8M8 14h5',
  pound: 'M17 7.5a3.9 3.9 0 0 0-7.5 1.4V14c0 2.3-1 4.5-2.5 5.5h11M7 13h7.5',
  print: 'M7 9V3.5h10V9M7 17H4V9h16v8h-3M7 14h10v6.5H7z',
  ring: ring(12, 12, 8.5),
  route: `${ring(6, 18, 2.5)}${ring(18, 6, 2.5)}M8.5 18H15a3 3 0 0 0 0-6H9a3 3 0 0 1 0-6h6.5`,
  scan: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5M4 12h16',
  search: `${ring(10.5, 10.5, 6.5)}M15.5 15.5 21 21`,
  tick: 'm5 12.5 4.5 4.5L19 7.5',
  verified: `${disc}M8 12.5l2.7 2.7L16 9.7`,
  wheelchair: `${ring(10, 3.8, 1.3)}M10 7.5v6.5h5.5l2.5 5M10 10h4.5M7.6 11.2a5 5 0 1 0 6.6 6.6`,
} as const

export type IconName = keyof typeof icons
