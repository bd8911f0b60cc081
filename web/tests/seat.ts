// A seat with somebody on it, as the server shows it to others.
export const SEAT = {
  kind: "person",
  name: "Ana",
  counter: "bird",
  level: null,
  replaced: false,
  present: true,
  yours: false,
  muted: false,
  coached: false,
} as const;
