import { useEffect } from "react";

/** A page that was shown in this tab. */
export interface RecentPage {
  /** Below the application, such as "p/7/contacts/9". */
  path: string;
  title: string;
}

const MAX_PAGES = 6;
let recent: RecentPage[] = [];

/** The pages shown before this one, the last first. */
export const recentPages = (current: string) => recent.filter(({ path }) => path !== current);

/** Remembers the page when another one takes its place, with the title it had then. */
export function useRecent(path: string) {
  useEffect(() => () => {
    const title = document.title.replace(/ · Godwit$/, "");
    if (path) recent = [{ path, title }, ...recent.filter((each) => each.path !== path)].slice(0, MAX_PAGES + 1);
  }, [path]);
}
