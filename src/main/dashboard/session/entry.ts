import { go, href } from "../base/address.ts";
import { Refused } from "../base/errors.ts";
import { client } from "../base/data.ts";

/** The response to a sign-in, for JSON and with a second factor. */
export interface Entry {
  success: boolean;
  data: unknown;
  secondFactor?: { token: string };
}

/** The page wanted before signing in, below /app/; a page of ours only, never another site. */
export function nextPage(): string {
  const next = (new URLSearchParams(location.search).get("next") ?? "").replace(/^\/app\//, "");
  return /^[a-z][\w\-/?=&%.:+]*$/i.test(next) && !next.includes("//") ? next : "";
}

/** Goes on after an attempt: to the page wanted, to the code, or back with the sentence that refuses. */
export function follow(entry: Entry) {
  if (entry.secondFactor) {
    const next = new URLSearchParams(location.search).get("next") ?? undefined;
    go(href("second-factor", { token: entry.secondFactor.token, next }));
  } else if (entry.success) {
    client.clear();
    go(href(nextPage()), { replace: true });
  } else {
    throw new Refused(String(entry.data));
  }
}
