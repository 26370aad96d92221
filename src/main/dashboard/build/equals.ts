/** Fails a test when two values differ as JSON. */
export function equals(found: unknown, expected: unknown) {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value, null, 1));
  if (one !== other) throw new Error(`found ${one}, expected ${other}`);
}
