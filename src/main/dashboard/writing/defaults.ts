/** True when every place of the draft that stands for this variable says what to write for those who lack it. */
export function hasDefault(name: string, draft: string): boolean {
  const placeholders = [...draft.matchAll(/{{([^}]*)}}/g)].map((found) => found[1]!.trim());
  const own = placeholders.filter((placeholder) => placeholder.split(/[\s?|]/, 1)[0] === name);
  return own.length > 0 && own.every((placeholder) => /\?\?|\|\s*default\s*:/.test(placeholder));
}
