/** The numbers of campaigns with which reports were last requested. */
const known = new Map<string, string>();

/**
 * Keeps an answer while none of these numbers of a campaign has changed; undefined requests it again.
 *
 * @param report names the answer among those about all campaigns
 */
export function changedWith(report: string, names: string[]) {
  const key = `${report} ${names}`;
  return <A>(answer: A, counts: Record<string, unknown>): A | undefined => {
    const numbers = JSON.stringify(names.map((name) => counts[name]));
    const isSame = known.get(key) === numbers;
    known.set(key, numbers);
    return isSame ? answer : undefined;
  };
}
