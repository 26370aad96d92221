import { withCodes } from "./codes.ts";
import type { Guide } from "./guides.ts";
import { type Api, slug } from "./openapi.ts";

/** One page that can be found. */
export interface Entry {
  label: string;
  hint: string;
  to: string;
  method?: string;
  /** The words of the title, and all words, in small letters. */
  title: string;
  words: string;
}

const MAX_RESULTS = 12;

export function indexOf(api: Api, guides: Guide[]): Entry[] {
  const pages = guides.map(({ id, title, text }) => ({
    label: title,
    hint: "",
    to: `guides/${id}`,
    title: title.toLowerCase(),
    words: withCodes(text, api).toLowerCase(),
  }));
  const tags = api.tags.map(({ name, description }) => ({
    label: name,
    hint: description,
    to: `tags/${slug(name)}`,
    title: name.toLowerCase(),
    words: description.toLowerCase(),
  }));
  const operations = api.operations.map((each) => ({
    label: each.summary,
    hint: each.path,
    to: `operations/${each.operationId}`,
    method: each.method,
    title: `${each.summary} ${each.operationId} ${each.method} ${each.path}`.toLowerCase(),
    words: `${each.tag} ${each.description ?? ""} ${each.parameters?.map(({ name }) => name).join(" ") ?? ""}`
      .toLowerCase(),
  }));
  return [...pages, ...operations, ...tags];
}

/** Pages with all these words; those with more of them in the title come first. */
export function findIn(index: Entry[], text: string): Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const inTitle = (entry: Entry) => words.filter((word) => entry.title.includes(word)).length;
  return index.filter(({ title, words: all }) => words.every((word) => title.includes(word) || all.includes(word)))
    .map((entry, position) => ({
      entry,
      position,
      score: inTitle(entry) + (entry.title.startsWith(words[0]!) ? 1 : 0),
    }))
    .sort((one, other) => other.score - one.score || one.position - other.position)
    .slice(0, MAX_RESULTS)
    .map(({ entry }) => entry);
}
