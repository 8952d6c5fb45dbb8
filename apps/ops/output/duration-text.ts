const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'm'],
] as const;

/** `90s`, `30m`, `6h`, `7d`: what the options read, in the largest unit that loses nothing. */
export function durationText(seconds: number): string {
  const unit = UNITS.find(([length]) => seconds >= length && seconds % length === 0);
  return unit === undefined ? `${seconds}s` : `${seconds / unit[0]}${unit[1]}`;
}
