import type { Feature, Page } from "../base/feature.ts";

/** A page with where it belongs. */
export interface Route {
  feature: string;
  page: Page;
  /** The path below /app/, such as "p/:project/contacts/:id". */
  pattern: string;
}

export interface RouteMatch {
  route: Route;
  params: Record<string, string>;
}

export function routesOf(features: Feature[]): Route[] {
  return features.flatMap((feature) =>
    feature.pages.map((page) => ({
      feature: feature.name,
      page,
      pattern: (page.scope ?? "project") === "project" ? `p/:project/${page.path}`.replace(/\/$/, "") : page.path,
    }))
  );
}

/** The page a path names; one with fewer parameters wins. */
export function routeAt(routes: Route[], path: string): RouteMatch | undefined {
  const parts = path.split("/");
  return routes
    .map((route) => ({ route, params: matched(route.pattern.split("/"), parts) }))
    .filter((each): each is RouteMatch => each.params !== undefined)
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
}

function matched(pattern: string[], parts: string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of pattern.entries()) {
    const value = parts[at]!;
    if (part.startsWith(":") && value) params[part.slice(1)] = value;
    else if (part !== value) return undefined;
  }
  return params;
}

/** True for the path of a link: below the project, or with a slash below the application. */
export function isPage(routes: Route[], to: string): boolean {
  const path = to.split(/[?#]/)[0]!;
  if (path === "/") return true;
  return routeAt(routes, path.startsWith("/") ? path.slice(1) : path === "" ? "p/any" : `p/any/${path}`) !== undefined;
}
