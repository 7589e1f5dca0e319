const paths = {
  inbox:
    "M2.5 9.5 4.3 3.9A1 1 0 0 1 5.300 3.200h5.400a1 1 0 0 1 1 .7l1.800 5.600v2.300a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1zm0 0h3.200l.8 1.500h3l.8-1.500h3.200",
  library: "M3 3.500v9M6 3.500v9M8.700 4l2.800 8.500M3 3.500h3M3 12.500h3M8.700 4l2-.7 2.800 8.500-2 .7",
  search: "M7.200 11.700a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zm3.200-1.300L13.500 13.500",
  tester:
    "M6.300 2.500v4L2.900 12a1 1 0 0 0 .9 1.500h8.400a1 1 0 0 0 .9-1.500L9.700 6.500v-4M5.300 2.500h5.400M4.800 9.500h6.400",
  settings:
    "M2.500 4.500h6M11.500 4.500h2M2.500 11.500h2M7.500 11.500h6M10 6a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM6 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z",
  close: "m4 4 8 8M12 4l-8 8",
  back: "M9.500 3.500 5 8l4.500 4.500",
  chevron: "M4.500 6.500 8 10l3.500-3.500",
  plus: "M8 3v10M3 8h10",
  trash: "M3 4.500h10M6.500 4.500v-1.500h3v1.500M4.500 4.500l.5 8.500h6l.5-8.500M6.700 7v3.500M9.300 7v3.500",
  external: "M6.500 3.500h-3v9h9v-3M9 3.500h3.500V7M12.500 3.500 7.500 8.500",
  spark:
    "M8 2.500c.5 3.200 2.300 5 5.500 5.500-3.200.5-5 2.300-5.500 5.500-.5-3.200-2.300-5-5.500-5.500 3.200-.5 5-2.300 5.500-5.500z",
  check: "m3.500 8.500 3 3 6-7",
  details: "M2.500 3.500h11v9h-11zM9.500 3.500v9",
  upload: "M8 10.500v-7M5 6l3-3 3 3M3 10.500v2h10v-2",
  person:
    "M8 7.500a2.300 2.300 0 1 0 0-4.600 2.300 2.300 0 0 0 0 4.600zM3.500 13.200c.4-2.300 2.200-3.700 4.500-3.700s4.100 1.400 4.500 3.700",
  warning: "M8 2.800 14 13H2zM8 6.500v3M8 11.200v.1",
} as const;

export type IconName = keyof typeof paths;

/** A 16 px line icon; decorative, so the control around it carries the name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path
        d={paths[name]}
        fill="none"
        stroke="currentColor"
        stroke-width="1.35"
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  );
}
