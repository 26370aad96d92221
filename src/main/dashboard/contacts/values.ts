/** What is typed as the value of a field: null, which removes it, where nothing is. Objects stay objects. */
export function valueOf(text: string, type: string | undefined, before: unknown): unknown {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  if (type === "number" && !Number.isNaN(Number(trimmed))) return Number(trimmed);
  if (type === "boolean" && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if (typeof before === "object" && before !== null) {
    try {
      return JSON.parse(trimmed);
    } catch {
      return text;
    }
  }
  return text;
}
