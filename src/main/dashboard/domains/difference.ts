/** The part of a text that is not as in another: what is alike before it, the part, what is alike after it. */
export function difference(text: string, other: string): [string, string, string] {
  const minLength = Math.min(text.length, other.length);
  let start = 0;
  while (start < minLength && text[start] === other[start]) start++;
  let end = 0;
  while (end < minLength - start && text.at(-1 - end) === other.at(-1 - end)) end++;
  return [text.slice(0, start), text.slice(start, text.length - end), text.slice(text.length - end)];
}
