/**
 * Fills a message: {name} stands for a value, {count, plural, =0 {none} one {# email} other {# emails}} for one of its forms, chosen
 * by the plural rules of the language; # is the number. These two are the part of ICU's message format that our words need.
 */
export function filled(text: string, values: Record<string, unknown>, language: string): string {
  const number = (value: unknown) => typeof value === "number" ? new Intl.NumberFormat(language).format(value) : value;
  let result = "";
  for (let at = 0; at < text.length;) {
    if (text[at] !== "{") {
      result += text[at++];
      continue;
    }
    const end = endOf(text, at);
    const placeholder = text.slice(at + 1, end);
    const [name, kind] = placeholder.split(",", 2).map((part) => part.trim());
    const value = values[name!];
    result += kind === "plural"
      ? filled(
        formOf(placeholder, Number(value), language).replaceAll("#", String(number(Number(value)))),
        values,
        language,
      )
      : number(value ?? `{${placeholder}}`);
    at = end + 1;
  }
  return result;
}

/** The place of the brace that closes the one at this place. */
function endOf(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === "{") depth++;
    if (text[at] === "}" && --depth === 0) return at;
  }
  return text.length;
}

/** The form for a number: the one for just this number first, then the one of its plural category, then "other". */
function formOf(plural: string, count: number, language: string): string {
  const forms = new Map<string, string>();
  for (let at = plural.indexOf("{"); at >= 0; at = plural.indexOf("{", endOf(plural, at))) {
    const end = endOf(plural, at);
    forms.set(plural.slice(0, at).match(/(\S+)\s*$/)?.[1] ?? "", plural.slice(at + 1, end));
  }
  const category = new Intl.PluralRules(language).select(count);
  return forms.get(`=${count}`) ?? forms.get(category) ?? forms.get("other") ?? "";
}
