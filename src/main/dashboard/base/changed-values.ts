/** The members of a form that differ from what they were: another member may have been changed by somebody else meanwhile. */
export function changedValues<T extends object>(shown: T, before: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(shown).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof T])),
  ) as Partial<T>;
}
