import type { Feature, Page } from "../base/feature.ts";

/** A page with where it belongs. */
export interface Place {
  feature: string;
  page: Page;
  /** The path below /app/, such as "p/:project/contacts/:id". */
  pattern: string;
}

export interface Found {
  place: Place;
  params: Record<string, string>;
}

export function placesOf(features: Feature[]): Place[] {
  return features.flatMap((feature) =>
    feature.pages.map((page) => ({
      feature: feature.name,
      page,
      pattern: (page.scope ?? "project") === "project" ? `p/:project/${page.path}`.replace(/\/$/, "") : page.path,
    }))
  );
}

/** The page a path names; one with fewer parameters wins. */
export function placeAt(places: Place[], path: string): Found | undefined {
  const parts = path.split("/");
  return places
    .map((place) => ({ place, params: matched(place.pattern.split("/"), parts) }))
    .filter((each): each is Found => each.params !== undefined)
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

function matched(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const given = parts[at]!;
    if (part.startsWith(":") && given) params[part.slice(1)] = given;
    else if (part !== given) return undefined;
  }
  return params;
}

/** True for the path of a link: below the project, or with a slash below the application. */
export function isPage(places: Place[], to: string): boolean {
  const path = to.split(/[?#]/)[0]!;
  if (path === "/") return true;
  return placeAt(places, path.startsWith("/") ? path.slice(1) : path === "" ? "p/any" : `p/any/${path}`) !== undefined;
}
